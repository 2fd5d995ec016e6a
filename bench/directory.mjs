import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { crowdSql } from '../test/support/crowd.ts'

const visits = 600
const warmUp = 150
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
      // One visit each, in turn: whatever else the machine does hits both alike.
      for (let visit = 0; visit < warmUp + visits; visit++) {
        ours.push(await timeOf(encodeURI(city.origin + path)))
        other.push(await timeOf(encodeURI(village.origin + path)))
      }
      const row = { name, ours: median(ours.slice(warmUp)), other: median(other.slice(warmUp)) }
      rows.push({ ...row, ratio: Number((row.other / row.ours).toFixed(2)) })
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

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Milliseconds from the question to the last byte. */
function timeOf(address) {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(address, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - began))
    }).once('error', reject)
  })
}

const median = (values) => Number(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)].toFixed(1))
