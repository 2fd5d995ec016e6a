import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findPlace, forgetPlace } from '~/platform/database/cluster-place.server'
import { demoEnv, freePort, startProcess } from '../support/product-process'
import { say } from './storm/seeded'

/**
 * A backup taken while people sign up and raise alarms, restored beside the running product: it has everything answered
 * before it began, nothing written after it ended, and no half transaction in between. `npm run faults -- restore`.
 */
const isAsked = process.env.FAULTS === 'restore' || process.env.FAULTS === 'full'
const home = mkdtempSync(join(tmpdir(), 'kvartera-restore-'))
chmodSync(home, 0o755)
const beside = join(home, 'beside')
const data = join(home, 'data')
afterAll(() => {
  for (const folder of [data, beside]) forgetPlace(folder)
  rmSync(home, { recursive: true, force: true })
})

function run(command: string, given: string, env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const node = join('node_modules', '.bin', 'node')
    execFile(node, [`bin/${command}.mjs`, given], { env: demoEnv(env) }, (error, stdout, stderr) =>
      error ? reject(new Error(stdout + stderr)) : resolve(stdout.trim().split('\n').at(-1) ?? ''),
    )
  })
}

type Press = { message: string; began: number; answered: number }

/** A new member for each press, since a second press joins the member's open alarm. */
function startPresses(origin: string) {
  const presses: Press[] = []
  let isOver = false
  let people = 0
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      // A new address each time, because sign-ups per address are rate limited.
      headers: { origin, cookie, 'x-forwarded-for': `10.0.${people >> 8}.${people & 255}` },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  async function pressOnce() {
    people++
    const fields = { intent: 'member', name: 'Prov', phone: '070-174 06 20', password: 'gullviva62', terms: 'on' }
    const joined = await post('/signup', { ...fields, email: `${randomUUID()}@exempel.se` })
    const cookie = joined.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const [key, message, began] = [randomUUID(), `Prov ${randomUUID()}`, Date.now()]
    const answer = await post('/dashboard/customer/safety/send', { key, message, waited: '0' }, cookie)
    const said = answer.status === 200 ? ((await answer.json()) as { sent: string }).sent : null
    if (said === key) presses.push({ message, began, answered: Date.now() })
  }
  const going = (async () => {
    for (; !isOver; await pause(100)) await pressOnce()
  })()
  return {
    presses,
    async stop() {
      isOver = true
      await going
    },
  }
}

async function messagesIn(folder: string): Promise<Set<string>> {
  const client = new pg.Client({ host: findPlace(folder).sockets, user: 'kvartera', database: 'kvartera' })
  await client.connect()
  // Each alarm with the timeline entry that was written in the same transaction.
  const { rows } = await client.query<{ message: string; whole: boolean }>(
    `select message, exists (select from alarm_timeline where alarm_id = safety_alarms.id and kind = 'raised') as whole
       from safety_alarms where message like 'Prov %'`,
  )
  await client.end()
  expect(rows.filter(({ whole }) => !whole)).toEqual([])
  return new Set(rows.map(({ message }) => message))
}

test('a backup made under load has all alarms answered before it, none begun after it, and no gaps between', {
  timeout: 600_000,
}, async ({ skip }) => {
  if (!isAsked) return skip('npm run faults -- restore plays it')
  const port = String(await freePort())
  const product = await startProcess({
    DATA_DIR: data,
    PORT: port,
    MODE: 'demo',
    TRUSTED_PROXIES: '127.0.0.1',
  })
  const load = startPresses(`http://127.0.0.1:${port}`)
  try {
    await expect.poll(() => load.presses.length, { timeout: 120_000 }).toBeGreaterThan(9)
    const began = Date.now()
    const backup = join(home, 'backup')
    expect(await run('backup', backup, { DATA_DIR: data })).toMatch(/the books balance/)
    const ended = Date.now()
    const enough = load.presses.length + 10
    await expect.poll(() => load.presses.length, { timeout: 120_000 }).toBeGreaterThan(enough)
    const restoring = Date.now()
    expect(await run('restore', backup, { DATA_DIR: beside })).toMatch(/^As of 20.*the books balance/)
    const restored = Date.now()
    const second = await startProcess({ DATA_DIR: beside, PORT: String(await freePort()) })
    const opened = Date.now()
    const kept = await messagesIn(beside)
    await second.stop()
    await load.stop()
    const all = await messagesIn(data)

    const before = load.presses.filter(({ answered }) => answered < began)
    const after = load.presses.filter((press) => press.began > ended)
    const meanwhile = load.presses.filter((press) => !before.includes(press) && !after.includes(press))
    const has = (presses: Press[]) => presses.filter(({ message }) => kept.has(message)).length
    say(
      `restore: ${JSON.stringify({ before: before.length, lost: before.length - has(before), meanwhile: meanwhile.length, ofThoseKept: has(meanwhile), after: after.length, backupMs: ended - began, restoreMs: restored - restoring, openMs: opened - restored })}`,
    )
    expect(Math.min(before.length, meanwhile.length, after.length)).toBeGreaterThan(3)
    expect([has(before), has(after)]).toEqual([before.length, 0])
    expect(load.presses.filter(({ message }) => !all.has(message))).toEqual([])
    // The backup is a prefix of what was written, without gaps.
    const inOrder = meanwhile.map(({ message }) => kept.has(message))
    expect(inOrder).toEqual([...inOrder].sort((one, other) => Number(other) - Number(one)))
  } finally {
    await load.stop()
    await product.stop()
  }
})
