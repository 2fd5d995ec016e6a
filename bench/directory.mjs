import { Agent, get } from 'node:http'
import { join } from 'node:path'
import pg from 'pg'
import { crowdSql } from '../test/support/crowd.ts'

const connections = 8
const seconds = 3
const rounds = 3

const pages = {
  'a postcode': '/companies?postal=12540',
  'a search with a slip': '/companies?postal=12540&q=trädgrd',
  'a search for a trade': '/companies?postal=12540&q=städning',
  'a search that finds nothing': '/companies?postal=12540&q=xyzzy',
}

/**
 * The directory of a postcode with 20 companies: first when they are all there are, then among 20 000 in 1 000
 * postcodes. The same pages with the same companies on them, from the same process; the ratio should be 1.
 */
export async function measureDirectory(origin, dataFolder) {
  const database = new pg.Client({ host: join(dataFolder, 'run'), user: 'kvartera', database: 'kvartera' })
  await database.connect()
  try {
    const { rows } = await database.query(`select count(*)::int as there from companies where postcode = '12540'`)
    await moveIn(database, { companies: 20 - rows[0].there, postcodes: 1, first: 12_540 })
    // The first visits wait for the program to be compiled.
    await measure(origin, 1)
    const few = await measure(origin, rounds)
    await moveIn(database, { companies: 19_980, postcodes: 999, first: 20_000 })
    const many = await measure(origin, rounds)
    return Object.keys(pages).map((name) => ({
      name,
      ours: many[name],
      other: few[name],
      ratio: Number((many[name] / few[name]).toFixed(2)),
    }))
  } finally {
    await database.end()
  }
}

/** One statement at a time: a vacuum runs in no transaction. */
async function moveIn(database, crowd) {
  for (const statement of crowdSql(crowd).split(/;\n/)) if (statement.trim()) await database.query(statement)
}

/** In turn, so that a slow minute hits every page. */
async function measure(origin, times) {
  const measured = Object.fromEntries(Object.keys(pages).map((name) => [name, []]))
  for (let round = 0; round < times; round++) {
    for (const [name, path] of Object.entries(pages)) measured[name].push(await perSecond(encodeURI(origin + path)))
  }
  return Object.fromEntries(Object.entries(measured).map(([name, all]) => [name, median(all)]))
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
