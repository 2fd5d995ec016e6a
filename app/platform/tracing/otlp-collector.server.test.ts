import { afterEach, expect, test, vi } from 'vitest'
import { type Mood, startCollector } from '../../../test/support/counterparts/collector-server'
import { soon } from '../../../test/support/pace/soon'
import type { Traced } from './open-tracing.server'
import { openOtlp } from './otlp-collector.server'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

// Patient, since a busy machine may answer late and a batch that is not answered in time is sent again; only a silent
// collector is waited for briefly.
const pace = { most: 20, atOnce: 5, gatherMs: 5, patienceMs: 30_000, pauseMs: 5, longestPauseMs: 20, lastMs: 30_000 }
const said: string[] = []
const counted: unknown[] = []
const log = {
  info(facts: unknown, text?: string) {
    counted.push(facts)
    said.push(`info ${text}`)
  },
  warn: (facts: unknown, text?: string) => void said.push(`warn ${text} ${JSON.stringify(facts)}`),
} as never

async function open(impatient: Partial<typeof pace> = {}) {
  const collector = await startCollector()
  said.length = 0
  counted.length = 0
  const otlp = openOtlp({ endpoint: `${collector.endpoint}/`, headers: { 'x-key': 'k1' } }, {}, log, {
    ...pace,
    ...impatient,
  })
  closing.push(collector.close, otlp.close)
  return { collector, otlp }
}

const span = (n: number): Traced => ({
  trace: 'a'.repeat(32),
  span: String(n).padStart(16, '0'),
  parent: n % 2 ? 'b'.repeat(16) : null,
  name: `n${n}`,
  isAsked: n % 2 === 0,
  fromMs: 1_790_000_000_000.25,
  untilMs: 1_790_000_000_001.5,
  facts: { word: 'x', whole: 3, half: 0.5, is: true },
  failed: n === 1,
})
const spans = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => span(from + index))

test('sends spans as OTLP JSON, in batches', async () => {
  const { collector, otlp } = await open()
  otlp.take(spans(0, 7))
  await vi.waitFor(() => expect(collector.spans).toHaveLength(7), soon)
  expect(collector.asked.map(({ count }) => count)).toEqual([5, 2])
  expect(collector.asked[0]).toMatchObject({
    path: '/v1/traces',
    headers: { 'x-key': 'k1', 'content-type': 'application/json' },
  })
  expect(collector.spans[0]).toEqual({
    traceId: 'a'.repeat(32),
    spanId: '0000000000000000',
    name: 'n0',
    kind: 2,
    startTimeUnixNano: '1790000000000250000',
    endTimeUnixNano: '1790000000001500000',
    attributes: [
      { key: 'word', value: { stringValue: 'x' } },
      { key: 'whole', value: { intValue: '3' } },
      { key: 'half', value: { doubleValue: 0.5 } },
      { key: 'is', value: { boolValue: true } },
    ],
    status: {},
  })
  expect(collector.spans[1]).toMatchObject({ parentSpanId: 'b'.repeat(16), kind: 1, status: { code: 2 } })
})

test('a collector that takes them is never paused for', async () => {
  const { collector, otlp } = await open({ pauseMs: 600_000, longestPauseMs: 600_000 })
  otlp.take(spans(0, 7))
  await vi.waitFor(() => expect(collector.spans).toHaveLength(7), soon)
  otlp.take(spans(7, 8))
  await vi.waitFor(() => expect(collector.spans).toHaveLength(8), soon)
  expect(said).toEqual([])
})

test.each<[Mood]>([[429], [502], [503], [504]])(
  'keeps the spans that a collector answers with %s, and sends each of them later',
  async (mood) => {
    const { collector, otlp } = await open()
    collector.behave(mood)
    otlp.take(spans(0, 3))
    await vi.waitFor(() => expect(said.join()).toContain(`status ${mood}`), soon)
    collector.behave('takes')
    await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['n0', 'n1', 'n2']), soon)
    await vi.waitFor(() => expect(counted).toEqual([{ leftOut: 0 }]), soon)
  },
)

test('warns once an outage, and says after each how many spans it left out', async () => {
  const { collector, otlp } = await open()
  for (const [outage, count] of [3, 2].entries()) {
    collector.behave(400)
    otlp.take(spans(0, count))
    await vi.waitFor(() => expect(said).toHaveLength(outage * 2 + 1), soon)
    collector.behave('takes')
    otlp.take(spans(5, 6))
    await vi.waitFor(() => expect(said).toHaveLength(outage * 2 + 2), soon)
  }
  expect(said.map((text) => text.split(' ')[0])).toEqual(['warn', 'info', 'warn', 'info'])
  expect(counted).toEqual([{ leftOut: 3 }, { leftOut: 2 }])
})

test('an answer that is no success drops the spans, also the first one beyond success', async () => {
  const { collector, otlp } = await open()
  collector.behave(300)
  otlp.take(spans(0, 2))
  await vi.waitFor(() => expect(said.join()).toContain('status 300'), soon)
  collector.behave('takes')
  otlp.take(spans(2, 3))
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['n2']), soon)
})

test.each<[Mood, string]>([
  ['silent', 'no answer in time'],
  ['cuts', 'ECONNRESET'],
  ['garbage', 'HPE_INVALID'],
  [503, 'status 503'],
  [429, 'status 429'],
])(
  'for a collector that is %s: warns once, bounds its queue, and sends the newest spans later',
  async (mood, reason) => {
    const { collector, otlp } = await open(mood === 'silent' ? { patienceMs: 50, lastMs: 300 } : {})
    collector.behave(mood)
    for (let n = 0; n < 60; n += 3) otlp.take(spans(n, n + 3))
    await vi.waitFor(() => expect(collector.asked.length).toBeGreaterThan(2), soon)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(reason)
    collector.behave('takes')
    await vi.waitFor(() => expect(collector.spans.some(({ name }) => name === 'n59')).toBe(true), soon)
    await vi.waitFor(() => expect(said).toContain('info the collector of traces takes them again'), soon)
    expect(new Set(collector.spans.map(({ name }) => name)).size).toBeLessThanOrEqual(pace.most)
  },
)

test('drops spans that the collector refuses for good, and sends those after them', async () => {
  const { collector, otlp } = await open()
  collector.behave(400)
  otlp.take(spans(0, 3))
  await vi.waitFor(() => expect(said.join()).toContain('status 400'), soon)
  collector.behave('takes')
  otlp.take(spans(3, 6))
  await vi.waitFor(() => expect(collector.spans.map(({ name }) => name)).toEqual(['n3', 'n4', 'n5']), soon)
})

test('keeps spans while the collector is down, and sends them when it is back', async () => {
  const { collector, otlp } = await open()
  await collector.close()
  otlp.take(spans(0, 3))
  await vi.waitFor(() => expect(said.join()).toContain('ECONNREFUSED'), soon)
  const again = await startCollector(collector.port)
  closing.push(again.close)
  await vi.waitFor(() => expect(again.spans).toHaveLength(3), soon)
})

test('asks once at a time, however often it is given spans, and not at all without any', async () => {
  const { collector, otlp } = await open()
  collector.behave('silent')
  for (const from of [0, 3]) otlp.take(spans(from, from + 3))
  await vi.waitFor(() => expect(collector.asked.length).toBeGreaterThan(0), soon)
  otlp.take(spans(6, 9))
  // By the time that another one has been asked and has answered, a second request would have been made.
  const other = await open()
  other.otlp.take(spans(0, 1))
  await vi.waitFor(() => expect(other.collector.spans).toHaveLength(1), soon)
  expect(collector.asked.map(({ count }) => count)).toEqual([5])
  collector.behave('takes')
  await vi.waitFor(() => expect(collector.spans).toHaveLength(9), soon)
  other.otlp.take(spans(1, 2))
  await vi.waitFor(() => expect(other.collector.spans).toHaveLength(2), soon)
  expect(collector.asked.map(({ count }) => count)).not.toContain(0)
})

test('a queue of which nothing is sent yet keeps the newest spans only', async () => {
  const { collector, otlp } = await open({ gatherMs: 600_000 })
  for (let n = 0; n < 60; n += 3) otlp.take(spans(n, n + 3))
  await otlp.close()
  // Of the twenty newest, the first batch.
  expect(collector.spans.map(({ name }) => name)).toEqual(['n40', 'n41', 'n42', 'n43', 'n44'])
})

test('closing sends a last single span, and with none left asks nothing', async () => {
  const { collector, otlp } = await open({ gatherMs: 600_000 })
  otlp.take(spans(0, 1))
  await otlp.close()
  expect(collector.asked.map(({ count }) => count)).toEqual([1])
  await otlp.close()
  expect(collector.asked).toHaveLength(1)
})

test('closing leaves no timer behind that would keep the process alive', async () => {
  const { otlp } = await open({ gatherMs: 600_000, lastMs: 600_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await otlp.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('closing sends the remaining spans, and does not wait for a silent collector', async () => {
  const { collector, otlp } = await open()
  otlp.take(spans(0, 2))
  await otlp.close()
  expect(collector.spans).toHaveLength(2)
  const other = await open({ lastMs: 300 })
  other.collector.behave('silent')
  other.otlp.take(spans(0, 2))
  await other.otlp.close()
  expect(other.collector.spans).toHaveLength(0)
  // After `close` no spans are accepted.
  other.otlp.take(spans(2, 4))
  expect(other.collector.asked.length).toBeLessThanOrEqual(1)
})
