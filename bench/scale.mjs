import { moveInHistory } from '../test/support/crowds/admin-crowd.ts'
import { moveInBookings } from '../test/support/crowds/booking-crowd.ts'
import { connect, demoCompanies, logIn, median, moveInCompanies, timeOf } from './visit.mjs'

const visits = 100
const warmUp = 40
const companiesPerPostcode = 20
const peoplePerPostcode = 1000

/** 1 000 postcodes are 1 000 000 people and 4.8 million bookings, and take half an hour to seed. */
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
    'its earnings': '/dashboard/provider/earnings',
    reviews: '/dashboard/provider/reviews',
  },
  admin: {
    overview: '/dashboard/admin',
    companies: '/dashboard/admin/companies',
    'companies, searched': '/dashboard/admin/companies?q=Lind',
    people: '/dashboard/admin/users',
    'people, searched': '/dashboard/admin/users?q=hana+sjöström',
    'people, a part that many have': '/dashboard/admin/users?q=ström',
    'people, two letters': '/dashboard/admin/users?q=je',
    'people, a part that nobody has': '/dashboard/admin/users?q=qqqq',
    postcodes: '/dashboard/admin/postcodes',
    'a postcode': '/dashboard/admin/postcodes/12540',
    payments: '/dashboard/admin/payments',
    alarms: '/dashboard/admin/alarms',
    'alarm figures': '/dashboard/admin/alarms/figures',
    policies: '/dashboard/admin/alarms/policies',
    coverage: '/dashboard/admin/coverage',
    patrols: '/dashboard/admin/patrols',
    broadcasts: '/dashboard/admin/broadcasts',
    reviews: '/dashboard/admin/reviews',
    outbox: '/dashboard/admin/outbox',
    messages: '/dashboard/admin/messages',
    history: '/dashboard/admin/audit',
    settings: '/dashboard/admin/settings',
  },
}

/**
 * The same member, company and administrator in a product that has only their postcode, with 1 000 people and 4 800
 * bookings, and in one with many such postcodes. The ratio should be 1.
 */
export async function measureScale(openProduct) {
  const [city, village] = [await openProduct(), await openProduct()]
  try {
    for (const place of [city, village]) {
      await moveInCompanies(place, { companies: companiesPerPostcode - demoCompanies, postcodes: 1, first: 12_540 })
    }
    const others = postcodes - 1
    await moveInCompanies(city, { companies: others * companiesPerPostcode, postcodes: others, first: 20_000 })
    // Checks all addresses before a million rows are seeded.
    await eachPage({ city, village }, (path, ours) => timeOf(city.origin + path, ours))
    for (const place of [village, city]) await moveIn(place)
    return await eachPage({ city, village }, (path, ours, theirs) => compare({ city, village }, path, ours, theirs))
  } finally {
    await Promise.all([city.stop(), village.stop()])
  }
}

async function eachPage({ city, village }, look) {
  const rows = []
  for (const [role, addresses] of Object.entries(pages)) {
    const login = { member: 'boende', company: 'foretag', admin: 'admin' }[role]
    const [ours, theirs] = [await logIn(city, login), await logIn(village, login)]
    for (const [name, path] of Object.entries(addresses)) {
      rows.push({ name: `${role}: ${name}`, ...(await look(encodeURI(path), ours, theirs)) })
    }
  }
  return rows
}

async function compare({ city, village }, path, ours, theirs) {
  const times = { city: [], village: [] }
  // One visit each in turn, so that other load on the machine affects both.
  for (let visit = 0; visit < warmUp + visits; visit++) {
    times.city.push(await timeOf(city.origin + path, ours))
    times.village.push(await timeOf(village.origin + path, theirs))
  }
  const [many, few] = [median(times.city.slice(warmUp)), median(times.village.slice(warmUp))]
  return { many, few, ratio: Number((few / many).toFixed(2)) }
}

/**
 * Postcodes without people, planned and open ones with a few companies, so that a page of a list is full in both
 * products: a list of one row is drawn faster than one of fifty, however many there are behind them.
 */
const emptyPostcodes = `
  insert into postcodes (code, name, state)
  select (10000 + 1000 * open::int + n)::text, 'Kvarter ' || n, case when open then 'open' else 'planned' end
  from generate_series(0, 59) as n, (values (false), (true)) as states (open)`
const openOnes = { companies: 120, postcodes: 60, first: 11_000 }

async function moveIn(place) {
  const began = performance.now()
  const client = await connect(place)
  await client.query(emptyPostcodes)
  await moveInBookings(client, peoplePerPostcode)
  await moveInHistory(client)
  // Last, since bookings are given to every postcode that has companies.
  await moveInCompanies(place, openOnes)
  const { rows } = await client.query(
    'select (select count(*) from profiles)::int as people, (select count(*) from bookings)::int as bookings',
  )
  await client.end()
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  console.log(`  ${rows[0].people} people and ${rows[0].bookings} bookings moved in, in ${minutes} minutes.`)
}
