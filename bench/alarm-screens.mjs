import { fork } from 'node:child_process'
import { createHmac, hkdfSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, logIn, median } from './visit.mjs'

const warmUp = 5

/**
 * From a member's press to a thousand open streams, of as many partners, each with a session and a company of its own:
 * how long until each has the alarm, and whether any missed it. Measured at the receivers, so request, commit, NOTIFY
 * and fan-out are included. The peer is a bare `node:http` that writes as many bytes to as many connections: what this
 * machine needs for that alone.
 */
export async function measureAlarmScreens(openProduct, screens = 1_000, presses = 40) {
  const { ours, bytes } = await measureOurs(openProduct, screens, presses)
  const bare = await measureBare(screens, presses, bytes)
  const p99 = 'p99 (ms)'
  return [
    { what: 'a press to each screen', screens, presses, ...ours },
    { what: 'a bare node:http', screens, presses, ...bare },
    { what: 'ratio of p99, bare / ours', [p99]: Number((bare[p99] / ours[p99]).toFixed(2)) },
  ]
}

async function measureOurs(openProduct, screens, presses) {
  const product = await openProduct()
  try {
    const cookies = await moveInPartners(product, screens)
    const member = await logIn(product, 'boende')
    const heard = new Map()
    const sizes = []
    const lines = await openInTurn(cookies, (cookie) =>
      openScreen(`${product.origin}/live/alarms`, { cookie }, heard, sizes),
    )
    const ours = await measure(lines, heard, presses, (mark) => press(product.origin, member, mark))
    return { ours, bytes: median(sizes) }
  } finally {
    await product.stop()
  }
}

async function measureBare(screens, presses, bytes) {
  const peer = fork(new URL('bare-screens.mjs', import.meta.url))
  const [port] = await once(peer, 'message')
  const address = `http://127.0.0.1:${port}`
  try {
    const heard = new Map()
    const lines = await openInTurn(Array(screens).fill(), () => openScreen(address, {}, heard))
    return await measure(lines, heard, presses, (mark) => fetch(address, { method: 'POST', body: mark.padEnd(bytes) }))
  } finally {
    peer.kill()
  }
}

/**
 * A hundred at a time: of more that connect at once from one address without having sent a request, the product closes
 * some (server/door/lines.ts).
 */
async function openInTurn(screens, open) {
  const lines = []
  for (let from = 0; from < screens.length; from += 100) {
    const some = screens.slice(from, from + 100).map(open)
    await Promise.all(some.map(({ opened }) => opened))
    lines.push(...some)
  }
  return lines
}

/** How long each stream waits for a message, and how many never get it. */
async function measure(lines, heard, presses, say) {
  // Pages reload once when their streams open; waits for that to pass.
  await pause(1_000)
  const times = []
  let missed = 0
  for (let round = 0; round < warmUp + presses; round++) {
    const mark = `mätning ${randomUUID()}`
    const arrivals = []
    heard.set(mark, arrivals)
    const began = performance.now()
    await say(mark)
    for (let waited = 0; arrivals.length < lines.length && waited < 3_000; waited += 20) await pause(20)
    heard.delete(mark)
    if (round < warmUp) continue
    missed += lines.length - arrivals.length
    times.push(...arrivals.map((at) => at - began))
    await pause(50)
  }
  for (const { close } of lines) close()
  return { ...percentiles(times), missed }
}

/** The owners have no verified phone, so that only streams are measured and no messages are sent. */
async function moveInPartners(place, count) {
  const client = await connect(place)
  await client.query(`
    create temp table movers as select uuidv7() as person, uuidv7() as company, 'bench-' || n as name, md5('t' || n) || md5(n::text) as token
      from generate_series(1, ${Number(count)}) as n;
    insert into profiles (id, full_name, email, postcode, user_role)
      select person, name, name || '@exempel.se', '12540', 'company' from movers;
    insert into companies (id, owner_id, name, org_number, category, address, postcode, email, phone, plan, is_security_partner)
      select company, person, name, '1', 'security', 'x', '12540', name || '@exempel.se', '+46701740600', 'sponsor', true from movers;
    insert into security_partner_records
        (company_id, authorisation_number, authorisation_class, valid_until, name, org_number)
      select company, 'x', 'x', '2199-01-01', name, '1' from movers;
    insert into security_partner_areas select company, '12540' from movers;
    update companies set security_status = 'active', review_state = 'approved' where id in (select company from movers);
    insert into sessions (id, token, profile_id, expires_at, created_at, updated_at)
      select uuidv7(), token, person, now() + interval '1 day', now(), now() from movers`)
  const { rows } = await client.query('select token from movers')
  await client.query('analyze')
  await client.end()
  // Signs a session cookie as app/platform/auth/auth-secrets.server.ts does.
  const itself = readFileSync(join(place.folder, 'auth-secret'), 'utf8').trim()
  const secret = Buffer.from(hkdfSync('sha256', itself, Buffer.alloc(0), 'kvartera auth', 32)).toString('base64url')
  return rows.map(({ token }) => {
    const signature = createHmac('sha256', secret).update(token).digest('base64')
    return `kvartera.session_token=${encodeURIComponent(`${token}.${signature}`)}`
  })
}

function openScreen(address, headers, heard, sizes = []) {
  let request
  const opened = new Promise((resolve, reject) => {
    request = get(address, { headers, agent: new Agent() }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`A screen was answered ${response.statusCode}.`))
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        const at = performance.now()
        for (const [mark, arrivals] of heard) {
          if (!chunk.includes(mark)) continue
          arrivals.push(at)
          sizes.push(chunk.length)
        }
      })
      response.on('error', () => {})
      resolve()
    }).on('error', reject)
  })
  return { opened, close: () => request.destroy() }
}

async function press(origin, cookie, message) {
  const answer = await fetch(`${origin}/dashboard/customer/safety/send`, {
    method: 'POST',
    headers: { cookie, origin },
    body: new URLSearchParams({ key: randomUUID(), message }),
  })
  if (!answer.ok) throw new Error(`The press was answered ${answer.status}.`)
}

function percentiles(times) {
  const sorted = times.sort((a, b) => a - b)
  const at = (share) => Number((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1))
  return { 'p50 (ms)': at(0.5), 'p99 (ms)': at(0.99), 'worst (ms)': at(1) }
}
