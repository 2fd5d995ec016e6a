import { Agent, get } from 'node:http'
import { accepted } from './loops.mjs'
import { logIn } from './visit.mjs'

const seconds = 4
const rounds = 4
const lines = 16
const key = 'bench-of-cores-4Kd8sLw0Pq7z'

/**
 * A member's pages per second of one process and of two on one port, both running throughout and measured in turn.
 * Client and PostgreSQL use the same cores, so only a machine with more than three of them shows the gain.
 */
export async function measureCores(openProduct) {
  const products = []
  for (const processes of ['1', '2']) {
    const product = await openProduct({ WEB_PROCESSES: processes, MODE: 'demo', METRICS_KEY: key })
    products.push({ ...product, cookie: await logIn(product, 'boende') })
  }
  const rows = []
  for (const path of ['/dashboard/customer', '/dashboard/customer/safety', '/dashboard/customer/bookings']) {
    const served = products.map(() => [])
    for (const product of products) await perSecond(product, path, 1)
    for (let round = 0; round < rounds; round++)
      for (const [at, product] of products.entries()) served[at].push(await perSecond(product, path, seconds))
    const [one, two] = served.map(median)
    rows.push({ path, 'one process': one, 'two processes': two, ratio: Number((two / one).toFixed(2)) })
  }
  const { origin } = products[1]
  const figures = await (await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${key}` } })).text()
  const answered = ['1', '2'].map((process) =>
    figures
      .split('\n')
      .filter((line) => line.startsWith('kvartera_request_seconds_count') && line.includes(`process="${process}"`))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0),
  )
  rows.push({ path: `answered by each of the two: ${answered.join(' and ')}` })
  for (const product of products) await product.stop()
  return rows
}

async function perSecond({ origin, cookie }, path, time) {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  const end = performance.now() + time * 1000
  let answered = 0
  const visit = async () => {
    while (performance.now() < end) {
      await visitOnce(origin + path, cookie, agent)
      answered++
    }
  }
  await Promise.all(Array.from({ length: lines }, visit))
  agent.destroy()
  return Math.round(answered / time)
}

const visitOnce = (address, cookie, agent) =>
  new Promise((resolve, reject) => {
    get(address, { agent, headers: { cookie, 'Accept-Encoding': accepted } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
