import { expect, test } from 'vitest'
import { traceparentHere } from './here.server'
import { openTracing, type Traced } from './open-tracing.server'
import { firstSpanOf, newSpan, traceOf } from './trace-ids'
import { untraced } from './tracing.server'

const request = '1d2c3b4a-0000-4000-8000-00000000abcd'
const alarm = '01980000-aaaa-7bbb-8ccc-00000000dddd'
const other = '01980000-aaaa-7bbb-8ccc-00000000eeee'

function open(share = 1) {
  const spans: Traced[] = []
  const tracing = openTracing({ take: (more) => void spans.push(...more), close: async () => {} }, share)
  const find = (name: string) => spans.filter((span) => span.name === name)
  return { tracing, spans, find }
}

test('the request id determines the trace id, and nested spans have their parents', async () => {
  const { tracing, find } = open()
  const seen: (string | null)[] = []
  const value = await tracing.begin(request, async (span) => {
    seen.push(traceparentHere())
    await tracing.part('outer', () =>
      tracing.part('inner', async () => {
        seen.push(traceparentHere())
      }),
    )
    span.call('GET /')
    span.note({ status: 200 })
    return 7
  })
  expect(value).toBe(7)
  const [[root], [outer], [inner]] = [find('GET /'), find('outer'), find('inner')]
  expect(root).toMatchObject({ trace: traceOf(request), parent: null, isAsked: true, facts: { status: 200 } })
  expect(outer).toMatchObject({ trace: traceOf(request), parent: root?.span, isAsked: false })
  expect(inner).toMatchObject({ trace: traceOf(request), parent: outer?.span })
  expect(seen).toEqual([`00-${traceOf(request)}-${root?.span}-01`, `00-${traceOf(request)}-${inner?.span}-01`])
  expect(traceparentHere()).toBeNull()
})

test('the request that made an alarm is the root span of its trace, and later ones are under it', async () => {
  const { tracing, find } = open(0)
  for (const as of ['its beginning', 'a part'] as const) {
    await tracing.begin(request, async (span) => {
      await tracing.part(`commit ${as}`, async () => {})
      tracing.join(alarm, as)
      tracing.join(other, 'its beginning')
      expect(traceparentHere()).toContain(traceOf(alarm))
      span.call(as)
    })
  }
  const [[first], [later]] = [find('its beginning'), find('a part')]
  expect(first).toMatchObject({ trace: traceOf(alarm), span: firstSpanOf(alarm), parent: null })
  expect(later).toMatchObject({ trace: traceOf(alarm), parent: firstSpanOf(alarm) })
  expect(later?.span).not.toBe(firstSpanOf(alarm))
  expect(find('commit its beginning')[0]).toMatchObject({ trace: traceOf(alarm), parent: firstSpanOf(alarm) })
  expect(find('commit a part')[0]).toMatchObject({ trace: traceOf(alarm), parent: later?.span })
})

test('work for several alarms is in the trace of each, with the step before it', async () => {
  const { tracing, find } = open(0)
  const claim = { name: 'claim', fromMs: 10, untilMs: 12 }
  await tracing.about([alarm, other, alarm], 'deliver', claim, () => tracing.part('ask', async () => {}))
  for (const name of ['deliver', 'claim', 'ask']) {
    expect(find(name).map(({ trace }) => trace)).toEqual([traceOf(alarm), traceOf(other)])
  }
  expect(find('deliver').map(({ parent }) => parent)).toEqual([firstSpanOf(alarm), firstSpanOf(other)])
  expect(find('claim')[0]).toMatchObject({ fromMs: 10, untilMs: 12, parent: find('deliver')[0]?.span })
})

test('the ids have the length that the format asks for, and the first span is the random half of its UUID', () => {
  expect([traceOf(alarm), firstSpanOf(alarm)]).toEqual(['01980000aaaa7bbb8ccc00000000dddd', '8ccc00000000dddd'])
  expect([newSpan(), newSpan()]).toEqual([
    expect.stringMatching(/^[0-9a-f]{16}$/),
    expect.stringMatching(/^[0-9a-f]{16}$/),
  ])
  expect(newSpan()).not.toBe(newSpan())
})

test('work that turns out to be about no alarm is in no trace, and names none', async () => {
  const { tracing, spans } = open()
  expect(await tracing.about([], 'deliver', null, async () => traceparentHere())).toBeNull()
  expect(spans).toEqual([])
})

test('a sampling rate of a tenth keeps about a tenth, neither all nor none', async () => {
  const { tracing, spans } = open(0.1)
  for (let n = 0; n < 3_000; n++) await tracing.begin(request, async () => {})
  // 300 are expected, and the standard deviation is 16.
  expect(spans.length).toBeGreaterThan(150)
  expect(spans.length).toBeLessThan(450)
})

test('keeps every failed trace, and none of the others at a sampling rate of 0', async () => {
  const { tracing, spans, find } = open(0)
  await tracing.begin(request, async () => {})
  expect(spans).toEqual([])
  await tracing.begin(request, async (span) => span.fail())
  const broken = tracing.begin(request, () => tracing.part('part', () => Promise.reject(new Error('with words'))))
  await expect(broken).rejects.toThrow('with words')
  expect(find('asked').map(({ failed }) => failed)).toEqual([true, true])
  expect(find('part')[0]?.failed).toBe(true)
  expect(JSON.stringify(spans)).not.toContain('with words')
  spans.length = 0
  await tracing.begin(request, async (span) => {
    span.leaveOut()
    span.fail()
  })
  expect(spans).toEqual([])
})

test('makes no span after a trace has ended or outside of one', async () => {
  const { tracing, spans } = open()
  let goOn = () => {}
  let later: Promise<unknown> = Promise.resolve()
  await tracing.begin(request, async () => {
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    later = waits.then(async () => {
      expect(traceparentHere()).toBeNull()
      return tracing.part('late', async () => 'done')
    })
  })
  goOn()
  expect(await later).toBe('done')
  expect(await tracing.part('alone', async () => 3)).toBe(3)
  tracing.join(alarm, 'a part')
  expect(spans.map(({ name }) => name)).toEqual(['asked'])
})

test('limits the spans of one trace', async () => {
  const { tracing, spans } = open()
  await tracing.begin(request, async () => {
    for (let n = 0; n < 200; n++) await tracing.part('again', async () => {})
  })
  expect(spans.length).toBe(65)
})

test('without a collector the work is done and no trace is named', async () => {
  const seen = await untraced.begin(request, (span) => {
    span.note({ a: 1 })
    return untraced.part('part', async () => traceparentHere())
  })
  expect(seen).toBeNull()
  expect(await untraced.about([alarm], 'deliver', null, async () => 5)).toBe(5)
})
