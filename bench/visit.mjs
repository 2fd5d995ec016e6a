import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { crowdSql } from '../test/support/crowds/crowd.ts'

/** Shared by the measurements: access to a running product's database, seeding, logging in, and timed requests. */

/** Companies that the demo has in the pilot's postcode. */
export const demoCompanies = 9

export async function connect({ folder }) {
  const client = new pg.Client({ host: join(folder, 'run'), user: 'kvartera', database: 'kvartera' })
  await client.connect()
  return client
}

/** One statement at a time, since VACUUM cannot run in a transaction. */
export async function moveInCompanies(place, crowd) {
  const client = await connect(place)
  for (const statement of crowdSql(crowd).split(/;\n/)) if (statement.trim()) await client.query(statement)
  await client.end()
}

/** Session cookies of a demo account; the demo shows the administrator's second factor on its page. */
export async function logIn({ origin }, name) {
  const body = { intent: 'login', email: `${name}@demo.example`, password: 'kvarter12540' }
  const cookie = await post(`${origin}/auth`, body)
  if (name !== 'admin') return cookie
  const page = await (await fetch(`${origin}/auth/second-factor`, { headers: { cookie } })).text()
  const code = /<strong[^>]*>(\d{6})<\/strong>/.exec(page)?.[1] ?? ''
  return post(`${origin}/auth/second-factor`, { code }, cookie)
}

async function post(address, form, cookie = '') {
  const body = new URLSearchParams(form)
  const answer = await fetch(address, {
    method: 'POST',
    body,
    headers: { cookie, origin: new URL(address).origin },
    redirect: 'manual',
  })
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return cookies.join('; ')
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from the request to the last byte. */
export function timeOf(address, cookie = '') {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { cookie } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - began))
    }).once('error', reject)
  })
}

export const median = (values) => Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1))
