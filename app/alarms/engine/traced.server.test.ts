import { randomUUID } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { openListener } from '~/platform/realtime/listener.server'
import { openTracing, type Traced } from '~/platform/tracing/open-tracing.server'
import { firstSpanOf, traceOf } from '~/platform/tracing/trace-ids'
import { deliveriesOf, openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { soon } from '../../../test/support/pace/soon'
import { startEngine } from './engine.server'
import { recordDeliveryReport } from './send/record-delivery-report.server'

const house = useHouse()
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Simulates a separate process: it shares nothing with the others but the database. */
function openProcess() {
  const spans: Traced[] = []
  return { spans, tracing: openTracing({ take: (more) => void spans.push(...more), close: async () => {} }, 0) }
}

test('one trace runs from the press to the provider’s answer and its report, across three processes', async () => {
  const { member } = await openNeighbourhood(house)
  const [web, engine, second] = [openProcess(), openProcess(), openProcess()]
  const raised = await web.tracing.begin(randomUUID(), async (span) => {
    span.call('POST /dashboard/customer/safety/send')
    return press({ ...house, tracing: web.tracing }, member)
  })
  const again = await second.tracing.begin(randomUUID(), async (span) => {
    span.call('pressed again')
    return press({ ...house, tracing: second.tracing }, member)
  })
  expect(again.alarmId).toBe(raised.alarmId)

  const listener = openListener(house.pool, silentLog)
  const running = startEngine(() => ({ ...house, tracing: engine.tracing }), listener)
  closing.push(running.stop, () => listener.close())
  await vi.waitFor(async () => expect(await deliveriesOf(house.db, raised.alarmId)).toContain('sms call 1 sent'), soon)
  await vi.waitFor(() => expect(engine.spans.some(({ name }) => name === 'write down')).toBe(true), soon)

  const sms = engine.spans.find(({ name, facts }) => name === 'deliver' && facts['kvartera.channel'] === 'sms')
  await second.tracing.begin(randomUUID(), async (span) => {
    span.call('POST /webhooks/sms/report')
    const reference = String(sms?.facts['kvartera.delivery'])
    const report = { providerId: `s-${reference}`, reference, attempt: 1, state: 'delivered' } as const
    await recordDeliveryReport({ ...house, tracing: second.tracing }, report)
  })

  const spans = [...web.spans, ...engine.spans, ...second.spans]
  expect(new Set(spans.map(({ trace }) => trace))).toEqual(new Set([traceOf(raised.alarmId)]))
  const asTree = (own: Traced[]) =>
    own.map(({ name, parent }) => [name, parent === null ? null : spans.find(({ span }) => span === parent)?.name])
  expect(asTree(web.spans)).toEqual([
    ['POST /dashboard/customer/safety/send', null],
    ['commit', 'POST /dashboard/customer/safety/send'],
  ])
  expect(web.spans[0]?.span).toBe(firstSpanOf(raised.alarmId))
  expect(asTree(engine.spans.filter(({ parent, span }) => [parent, span].includes(sms?.span ?? '')))).toEqual([
    ['deliver', 'POST /dashboard/customer/safety/send'],
    ['claim', 'deliver'],
    ['ask the provider', 'deliver'],
    ['write down', 'deliver'],
  ])
  const asked = engine.spans.find(({ name, parent }) => name === 'ask the provider' && parent === sms?.span)
  expect(asked?.facts).toEqual({ 'kvartera.state': 'sent', 'kvartera.answered': true })
  expect(sms?.facts).toMatchObject({ 'kvartera.provider': 'recording', 'kvartera.kind': 'call', 'kvartera.attempt': 1 })
  const later = second.spans.filter(({ parent }) => parent === firstSpanOf(raised.alarmId)).map(({ name }) => name)
  expect(later).toEqual(['pressed again', 'POST /webhooks/sms/report'])
})

test('no span contains a number, address, name or word, whatever the provider answers', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  house.texted.answers.push({ kind: 'permanent', reason: 'no such number +46701234567' })
  const engine = openProcess()
  const { tracing } = engine
  const message = 'Någon bryter sig in hos Siv på Långbrodalsvägen 4'
  const raised = await tracing.begin(randomUUID(), () =>
    press({ ...house, tracing }, member, { message, latitude: '59.2781', longitude: '18.0112', accuracy: '12' }),
  )
  const listener = openListener(house.pool, silentLog)
  const running = startEngine(() => ({ ...house, tracing }), listener)
  closing.push(running.stop, () => listener.close())
  await vi.waitFor(
    async () => expect(await deliveriesOf(house.db, raised.alarmId)).toContain('sms call 1 failed'),
    soon,
  )
  await vi.waitFor(() => expect(engine.spans.some(({ name }) => name === 'write down')).toBe(true), soon)
  // Only names and facts are compared: a timestamp or a span id could contain the digits of a position.
  const told = JSON.stringify(engine.spans.map(({ name, facts }) => ({ name, facts })))
  expect(told).toContain('failed')
  for (const secret of ['+467', 'Siv', 'Långbro', '59.27', '18.01', postcode, phone]) {
    expect(told).not.toContain(secret)
  }
})

test('a repeated press with the same idempotency key joins the trace of its alarm as a child of the first span', async () => {
  const { member } = await openNeighbourhood(house)
  const key = randomUUID()
  const { alarmId } = await press(house, member, { key })
  const { tracing, spans } = openProcess()
  await tracing.begin(randomUUID(), async (span) => {
    span.call('sent again')
    return press({ ...house, tracing }, member, { key })
  })
  const sent = spans.find(({ name }) => name === 'sent again')
  expect(sent).toMatchObject({ trace: traceOf(alarmId), parent: firstSpanOf(alarmId) })
})
