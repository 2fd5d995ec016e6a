import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'
import type { Receiver } from '~/platform/dc09/centre.server'
import type { Signal } from '~/platform/dc09/signal'
import { openDc09 } from '~/platform/dc09/tcp-centre.server'
import { soon } from '../support/pace/soon'

/**
 * Interoperability with an independent DC-09 receiver: the Python package pysiaalarm (PYTHONPATH leads to it;
 * PYSIAALARM_PYTHON is another interpreter). Skipped with a message where it is missing.
 */
const python = process.env.PYSIAALARM_PYTHON ?? 'python3'
const isThere = spawnSync(python, ['-c', 'import pysiaalarm.sync.server']).status === 0
const leftOut = 'left out: pysiaalarm is not installed here'

let running: ChildProcess | null = null
afterEach(() => {
  running?.kill()
})

type Heard = { code: string; account: string; zone: string | null; x: string | null }

/** The package takes the text's bytes as the key. */
const key = 'A1B2C3D4E5F60718'
const known = [{ account: '1234' }, { account: 'AB12', key }]

async function startOthers(accounts: object[] = known) {
  const child = spawn(python, ['test/support/counterparts/pysiaalarm-receiver.py', JSON.stringify(accounts)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  running = child
  const lines = createInterface({ input: child.stdout })
  const [first] = await once(lines, 'line')
  const heard: Heard[] = []
  lines.on('line', (line) => heard.push(JSON.parse(line)))
  return { port: (JSON.parse(first) as { port: number }).port, heard }
}

const signal: Signal = {
  kind: 'panic',
  zone: 12,
  happenedAt: new Date('2026-11-22T18:05:09Z'),
  site: '12540',
  position: { latitude: 59.2786, longitude: 18.0105 },
  link: null,
}
const sender = openDc09(['127.0.0.1'])
const to = (port: number, given: Partial<Receiver> = {}): Receiver => ({
  ...{ host: '127.0.0.1', port, account: '1234', receiver: '0', line: '0', format: 'SIA-DCS', key: null, skewMs: 0 },
  ...given,
})
const sealed = { account: 'AB12', key: Buffer.from(key) }

test('an independent DC-09 receiver acknowledges and decodes every signal, in both formats, plain and encrypted', async ({
  skip,
}) => {
  skip(!isThere, leftOut)
  const { port, heard } = await startOthers()
  let number = 1
  for (const station of [{}, sealed]) {
    for (const format of ['SIA-DCS', 'ADM-CID'] as const) {
      for (const kind of ['panic', 'panic over', 'duress', 'duress over', 'test'] as const) {
        const told = await sender.tell(to(port, { ...station, format }), { ...signal, kind }, number++)
        expect([format, kind, told]).toEqual([format, kind, { kind: 'delivered', arrived: true, skewMs: 0 }])
      }
    }
    expect(await sender.tell(to(port, station), null, 0)).toMatchObject({ arrived: true })
  }
  await expect.poll(() => heard.length, soon).toBe(22)
  const codes = ['PA', 'PH', 'HA', 'HH', 'RP']
  expect(heard.map(({ code }) => code)).toEqual([...codes, ...codes, 'RP', ...codes, ...codes, 'RP'])
  expect(heard[0]).toMatchObject({
    account: '1234',
    zone: '012',
    x: expect.stringContaining('X018E00.630][Y59N16.716'),
  })
})

test('a signal with a wrong clock is acknowledged after the skew is corrected by the receiver’s time', async ({
  skip,
}) => {
  skip(!isThere, leftOut)
  const { port } = await startOthers()
  const told = await sender.tell(to(port, { ...sealed, skewMs: -600_000 }), signal, 1)
  expect(told).toMatchObject({ kind: 'delivered', arrived: true })
  expect(Math.abs(told.skewMs) < 2_000).toBe(true)
})

test('a signal with an unknown account or a wrong key is never acknowledged', async ({ skip }) => {
  skip(!isThere, leftOut)
  const { port, heard } = await startOthers()
  expect(await sender.tell(to(port, { account: 'FFFF' }), signal, 1)).toMatchObject({
    kind: 'temporary',
    reason: 'NAK',
  })
  const wrong = Buffer.from('0000000000000000')
  expect(await sender.tell(to(port, { ...sealed, key: wrong }), signal, 2)).toMatchObject({ kind: 'temporary' })
  expect(heard).toEqual([])
})
