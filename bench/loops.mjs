import { Agent, get } from 'node:http'

/** Load generators: a closed loop measures capacity; an open loop, with requests at fixed times, measures waiting. */

const lines = 16
/** What a browser of today accepts. */
export const accepted = 'gzip, deflate, br, zstd'

const visit = (address, cookie, agent) =>
  new Promise((resolve, reject) => {
    get(address, { agent, headers: { cookie, 'Accept-Encoding': accepted } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${address} answered ${answer.statusCode}`))
      answer.resume().once('end', resolve)
    }).once('error', reject)
  })

/**
 * Closed loop: each connection sends its next request when it has its answer. Returns milliseconds per request, and
 * requests per second.
 */
export async function closedLoop({ address, cookie }, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  const began = performance.now()
  const end = began + seconds * 1000
  const times = []
  const line = async () => {
    while (performance.now() < end) {
      const asked = performance.now()
      await visit(address, cookie, agent)
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: lines }, line))
  agent.destroy()
  return { times, perSecond: times.length / ((performance.now() - began) / 1000) }
}

/**
 * Open loop: sends a fixed number of requests per second. Times count from when a request was due, so that queueing is
 * included.
 */
export async function openLoop({ address, cookie }, perSecond, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const began = performance.now()
  const times = []
  const asked = []
  for (let at = 0; at < perSecond * seconds; at++) {
    const due = began + (at * 1000) / perSecond
    const early = due - performance.now()
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
    asked.push(visit(address, cookie, agent).then(() => times.push(performance.now() - due)))
  }
  await Promise.all(asked)
  agent.destroy()
  return times
}

/** p50, p99 and p99.9 in milliseconds. */
export function percentiles(times) {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(0)
  return [0.5, 0.99, 0.999].map(at).join(' / ')
}
