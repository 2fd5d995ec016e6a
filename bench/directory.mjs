import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { crowdSql } from '../test/support/crowd.ts'

const connections = 8
const seconds = 3
const rounds = 3
/** That a new product has in the pilot's postcode. */
const demoCompanies = 9

const pages = {
  'a postcode': '/companies?postal=12540',
  'a search with a slip': '/companies?postal=12540&q=trädgrd',
  'a search for a trade': '/companies?postal=12540&q=städning',
  'a search that finds nothing': '/companies?postal=12540&q=xyzzy',
}

/**
 * The directory of a postcode with 20 companies, in a product where they are all there are and in one where they
 * are among 20 000 in 1 000 postcodes. The same pages with the same companies on them; the ratio should be 1.
 */
export async function measureDirectory(openProduct) {
  const [city, village] = [await openProduct(), await openProduct()]
  try {
    for (const place of [city, village])
      await fill(place, { companies: 20 - demoCompanies, postcodes: 1, first: 12_540 })
    await fill(city, { companies: 19_980, postcodes: 999, first: 20_000 })
    const rows = []
    for (const [name, path] of Object.entries(pages)) {
      const ours = []
      const other = []
      // In turn, so that a slow minute hits both; the first round waits for the programs to be compiled.
      for (let round = 0; round <= rounds; round++) {
        ours.push(await perSecond(encodeURI(city.origin + path)))
        other.push(await perSecond(encodeURI(village.origin + path)))
      }
      const row = { name, ours: median(ours.slice(1)), other: median(other.slice(1)) }
      rows.push({ ...row, ratio: Number((row.ours / row.other).toFixed(2)) })
    }
    return rows
  } finally {
    await Promise.all([city.stop(), village.stop()])
  }
}

/** One statement at a time: a vacuum runs in no transaction. */
async function fill({ folder }, crowd) {
  const database = new pg.Client({ host: join(folder, 'run'), user: 'kvartera', database: 'kvartera' })
  await database.connect()
  for (const statement of crowdSql(crowd).split(/;\n/)) if (statement.trim()) await database.query(statement)
  await database.end()
}

async function perSecond(address) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const end = performance.now() + seconds * 1000
  let answered = 0
  const visit = async () => {
    while (performance.now() < end) {
      await fetchOnce(address, agent)
      answered++
    }
  }
  await Promise.all(Array.from({ length: connections }, visit))
  agent.destroy()
  return Math.round(answered / seconds)
}

function fetchOnce(address, agent) {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
