import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { closedLoop, openLoop, percentiles } from './loops.mjs'
import { logIn, median } from './visit.mjs'

const seconds = 3
const rounds = 4
/** Warm-up visits, until statements are prepared and hot code is compiled. */
const warmUp = 6

/** Pages per second before any optimisation, on a quiet machine with two cores (bench/README.md). */
const pages = {
  '/dashboard/customer': 88,
  '/dashboard/customer/safety': 136,
  '/dashboard/customer/bookings': 134,
}

/**
 * A member's pages per second by one process, against React Router alone drawing the same page from the same data. In
 * turn, so that a slow minute affects both, and after a warm-up. Then at half that rate in an open loop.
 */
export async function measureMember(openProduct) {
  const product = await openProduct()
  const cookie = await logIn(product, 'boende')
  const [throughput, waits] = [[], []]
  for (const [path, before] of Object.entries(pages)) {
    const ours = { address: product.origin + path, cookie, pid: product.pid }
    const router = await drawnAlone(product, path, cookie)
    const places = { ours, 'router alone': router }
    await checkAlike(ours, router)
    const served = { ours: [], 'router alone': [] }
    for (const place of Object.values(places)) await closedLoop(place, warmUp)
    for (let round = 0; round < rounds; round++)
      for (const name of Object.keys(places)) served[name].push(await withProcessorTime(places[name]))
    const [own, alone] = Object.values(served).map((all) => median(all.map(({ perSecond }) => perSecond)))
    const [ownMs, aloneMs] = Object.values(served).map((all) => median(all.map(({ processorMs }) => processorMs)))
    throughput.push({
      path,
      ours: own,
      'router alone': alone,
      ratio: (own / alone).toFixed(2),
      'processor ms': `${ownMs} / ${aloneMs}`,
      before,
    })
    for (const [name, place] of Object.entries(places)) {
      const rate = Math.max(1, Math.round(median(served[name].map(({ perSecond }) => perSecond)) / 2))
      waits.push({
        path,
        who: name,
        'closed p50 / p99 / p99.9': percentiles(served[name].flatMap(({ times }) => times)),
        'asked a second': rate,
        'open p50 / p99 / p99.9': percentiles(await openLoop(place, rate, 2 * seconds)),
      })
    }
    router.stop()
  }
  await product.stop()
  return { throughput, waits }
}

/** Also measures processor time per page of the server process, which a busy machine changes less than the rate. */
async function withProcessorTime(place) {
  const before = processorMs(place.pid)
  const { times, perSecond } = await closedLoop(place, seconds)
  return { times, perSecond, processorMs: (processorMs(place.pid) - before) / times.length }
}

/** Processor time of all threads; the kernel counts in hundredths of a second. */
function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Starts React Router alone, with the loader data that the product sent for the page. */
async function drawnAlone({ origin, folder }, path, cookie) {
  const data = join(folder, 'page.data')
  const answer = await fetch(`${origin}${path}.data`, { headers: { cookie } })
  if (!answer.ok) throw new Error(`${path}.data answered ${answer.status}`)
  writeFileSync(data, Buffer.from(await answer.arrayBuffer()))
  const child = spawn(process.execPath, ['bench/router-alone.mjs'], {
    env: { ...process.env, PAGE_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(Number(chunk))))
  return { address: `http://127.0.0.1:${port}${path}`, cookie, pid: child.pid, stop: () => child.kill() }
}

/** Asserts that both draw the same page, apart from what belongs to a visit; otherwise the comparison is unfair. */
async function checkAlike(ours, router) {
  const [own, alone] = await Promise.all(
    [ours, router].map(async ({ address, cookie }) => {
      const html = await (await fetch(address, { headers: { cookie } })).text()
      return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replace(/\d+/g, '')
    }),
  )
  if (own.length < 1_000 || Math.abs(own.length - alone.length) > own.length / 50)
    throw new Error(`${ours.address} has ${own.length} letters, and drawn alone ${alone.length}`)
}
