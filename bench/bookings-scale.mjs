import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { moveInBookings } from '../test/support/booking-crowd.ts'
import { crowdSql } from '../test/support/crowd.ts'

const visits = 300
const warmUp = 80
/** That a new product has in the pilot's postcode. */
const demoCompanies = 9
const companiesPerPostcode = 20

/** 1 000 postcodes are 4.8 million bookings, and take some twenty minutes to move in. */
const postcodes = Number(process.env.POSTCODES ?? 1000)

const pages = {
  member: {
    overview: '/dashboard/customer',
    'my bookings': '/dashboard/customer/bookings',
    'my bookings, the past': '/dashboard/customer/bookings?visa=tidigare',
    points: '/dashboard/customer/points',
  },
  company: {
    overview: '/dashboard/provider',
    'its bookings': '/dashboard/provider/bookings',
    'its week': '/dashboard/provider/bookings/week',
    'its earnings': '/dashboard/provider/bookings/earnings',
    reviews: '/dashboard/provider/reviews',
  },
}

/**
 * The same member and the same company with the same bookings, in a product where their postcode's 4 800 bookings
 * are all there are and in one where they are among those of many postcodes. The ratio should be 1.
 */
export async function measureBookingsScale(openProduct) {
  const [city, village] = [await openProduct(), await openProduct()]
  try {
    for (const place of [city, village]) {
      await fill(place, { companies: companiesPerPostcode - demoCompanies, postcodes: 1, first: 12_540 })
    }
    const others = postcodes - 1
    await fill(city, { companies: others * companiesPerPostcode, postcodes: others, first: 20_000 })
    for (const place of [village, city]) await fillBookings(place)
    const rows = []
    for (const [role, addresses] of Object.entries(pages)) {
      const login = { member: 'boende@demo.example', company: 'foretag@demo.example' }[role]
      const [ours, theirs] = [await logIn(city, login), await logIn(village, login)]
      for (const [name, path] of Object.entries(addresses)) {
        rows.push({ name: `${role}: ${name}`, ...(await compare({ city, village }, path, ours, theirs)) })
      }
    }
    return rows
  } finally {
    await Promise.all([city.stop(), village.stop()])
  }
}

async function compare({ city, village }, path, ours, theirs) {
  const times = { city: [], village: [] }
  // One visit each, in turn: whatever else the machine does hits both alike.
  for (let visit = 0; visit < warmUp + visits; visit++) {
    times.city.push(await timeOf(city.origin + path, ours))
    times.village.push(await timeOf(village.origin + path, theirs))
  }
  const [many, few] = [median(times.city.slice(warmUp)), median(times.village.slice(warmUp))]
  return { many, few, ratio: Number((few / many).toFixed(2)) }
}

async function connect({ folder }) {
  const client = new pg.Client({ host: join(folder, 'run'), user: 'kvartera', database: 'kvartera' })
  await client.connect()
  return client
}

/** One statement at a time: a vacuum runs in no transaction. */
async function fill(place, crowd) {
  const client = await connect(place)
  for (const statement of crowdSql(crowd).split(/;\n/)) if (statement.trim()) await client.query(statement)
  await client.end()
}

async function fillBookings(place) {
  const began = performance.now()
  const client = await connect(place)
  await moveInBookings(client)
  const { rows } = await client.query('select count(*)::int as bookings from bookings')
  await client.end()
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`  ${rows[0].bookings} bookings moved in, in ${minutes} minutes.`)
}

/** The cookies of somebody who has logged in. */
async function logIn({ origin }, email) {
  const body = new URLSearchParams({ intent: 'login', email, password: 'kvarter12540' })
  const answer = await fetch(`${origin}/auth`, { method: 'POST', body, redirect: 'manual' })
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from the question to the last byte. */
function timeOf(address, cookie) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - began))
    }).once('error', reject)
  })
}

const median = (values) => Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1))
