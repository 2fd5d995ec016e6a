import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/choices/push-store.server'
import type { House } from '~/platform/house.server'
import type { PushDelivery } from '~/platform/push/push.server'
import { openNeighbourhood, press, roomFor } from '../../../../test/support/alarms'
import { useHouse } from '../../../../test/support/house'
import { type DeliveryKind, deliveryKindLabels } from '../../alarm'
import { type Claimed, claimDeliveries } from '../delivery-store.server'
import { sendDelivery, sendTogether } from './send-delivery.server'

/** A push to all browsers of one person, and what the outbox keeps when there is no provider. */

const house = useHouse()
let now: Date
let guard: { kind: 'guard'; id: string }
let push: Claimed
let sms: Claimed
const addressOf = (n: number) => `https://push.test/${guard.id}/${n}`

beforeEach(async () => {
  await house.db.deleteFrom('alarm_deliveries').execute()
  house.clock.forward({})
  now = house.clock.now()
  const street = await openNeighbourhood(house)
  guard = { kind: 'guard', id: street.guardId }
  for (const n of [1, 2, 3]) {
    const browser = { endpoint: addressOf(n), p256dh: 'x', auth: 'y', device: 'Prov' }
    await upsertSubscription(house.db, guard, browser, now)
  }
  await press(house, street.member)
  const until = new Date(now.getTime() + 6_000)
  const claimed = await claimDeliveries(house.db, { isTest: false, room: roomFor(9), inFlight: [], now, until })
  push = claimed.find(({ channel }) => channel === 'push') as Claimed
  sms = claimed.find(({ channel }) => channel === 'sms') as Claimed
})
const left = async () => {
  const rows = await house.db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('owner_id', '=', guard.id)
    .orderBy('endpoint')
    .execute()
  return rows.map(({ endpoint }) => Number(endpoint.slice(-1)))
}

const [taken, away, refused, gone]: PushDelivery[] = [
  { kind: 'delivered' },
  { kind: 'temporary', reason: 'bort' },
  { kind: 'permanent', reason: 'nej' },
  { kind: 'permanent', reason: 'borta', gone: true },
]

test.each<[string, (PushDelivery | undefined)[], object, number]>([
  ['one browser accepts it', [refused, away, taken], { state: 'sent', passOn: false }, 3],
  ['the first browser accepts it', [taken, away, refused], { state: 'sent', passOn: false }, 3],
  ['one browser fails temporarily', [refused, away, refused], { state: 'queued', reason: 'bort' }, 3],
  ['every browser refuses it', [refused, refused, refused], { state: 'failed', reason: 'nej', passOn: true }, 3],
  ['one subscription is gone', [gone, taken, away], { state: 'sent' }, 2],
])('a push to all browsers of a person when %s', async (_, answers, settled, browsers) => {
  house.pushed.answers.push(...(answers as PushDelivery[]))
  expect(await sendDelivery(house, push)).toMatchObject(settled)
  expect(house.pushed.sent.map(({ to }) => to.endpoint).toSorted()).toEqual([1, 2, 3].map(addressOf))
  expect(house.pushed.sent[0]).toMatchObject({ urgency: 'high', lifeSeconds: 600 })
  expect(await left()).toHaveLength(browsers)
})

test('a push without a browser fails and falls back to the next channel', async () => {
  const settled = { state: 'failed', reason: 'push: ingen webbläsare', passOn: true }
  expect(await sendDelivery(house, { ...push, pushOwner: null })).toMatchObject(settled)
  await house.db.deleteFrom('push_subscriptions').where('owner_id', '=', guard.id).execute()
  expect(await sendDelivery(house, push)).toMatchObject(settled)
  expect(house.pushed.sent).toEqual([])
})

test('a push about what needs somebody is shown as an alarm, the rest as its end, and all lead to the same page', async () => {
  const shownAs = new Map<string, DeliveryKind[]>()
  for (const kind of Object.keys(deliveryKindLabels) as DeliveryKind[]) {
    house.pushed.sent.length = 0
    await sendDelivery(house, { ...push, kind })
    const payload = house.pushed.sent[0]?.payload as { kind: string; path: string }
    expect(payload.path).toMatch(/^\/larm\/[\w-]{26}$/)
    shownAs.set(payload.kind, [...(shownAs.get(payload.kind) ?? []), kind])
  }
  expect(shownAs.get('alarm')?.toSorted()).toEqual(['call', 'details', 'late', 'nobody', 'update'])
  expect([...shownAs.keys()].toSorted()).toEqual(['alarm', 'alarm-over'])
})

test('without an SMS provider the outbox keeps each SMS, with a sealed link only in demo mode and for link holders', async () => {
  const keptAs = async (given: Partial<Claimed>, mode: 'demo' | 'production' = 'production') => {
    await house.db.deleteFrom('outbox_messages').execute()
    await sendDelivery({ ...house, config: { ...house.config, mode } }, { ...sms, ...given })
    const rows = await house.db
      .selectFrom('outbox_messages')
      .select(['kind', 'recipient', 'subject', 'state'])
      .select((row) => row('secret', 'is not', null).as('isSealed'))
      .execute()
    return rows
  }
  const row = { recipient: sms.phone, subject: deliveryKindLabels.call, state: 'sent' }
  expect(await keptAs({})).toEqual([{ ...row, kind: 'alarm link', isSealed: false }])
  // Only in demo mode can the link be opened from the outbox.
  expect(await keptAs({}, 'demo')).toEqual([{ ...row, kind: 'alarm link', isSealed: true }])
  expect(await keptAs({ role: 'circle', memberName: 'Eva' })).toMatchObject([{ ...row, kind: 'alarm link' }])
  const subject = deliveryKindLabels.nobody
  expect(await keptAs({ role: 'member', kind: 'nobody' })).toEqual([
    { ...row, subject, kind: 'alarm message', isSealed: false },
  ])
  expect(await keptAs({ role: 'operator' })).toEqual([{ ...row, kind: 'alarm message', isSealed: false }])
  house.texted.answers.push({ kind: 'temporary', reason: 'bort' })
  expect(await keptAs({})).toEqual([])
})

test('without a mail provider the outbox keeps a mail without who needs help; one sent or failed is not kept', async () => {
  const reporter = { name: 'Eva Lind', phone: '+46701234567', message: 'Hjälp', newest: null, hasHome: true }
  const letter = { ...sms, channel: 'mail' as const, email: 'vakt@kvartera.test', reporter, kind: 'details' as const }
  const keptAs = async (given: Partial<Claimed>, ports: Partial<House> = {}) => {
    await house.db.deleteFrom('outbox_messages').execute()
    await sendDelivery({ ...house, ...ports }, { ...letter, ...given })
    return house.db.selectFrom('outbox_messages').selectAll().execute()
  }
  const [kept] = await keptAs({})
  expect(kept).toMatchObject({ channel: 'mail', kind: 'alarm link', recipient: letter.email, state: 'sent' })
  expect(kept?.secret).not.toBeNull()
  const written = `${kept?.subject}${kept?.body_text}${kept?.body_html}`
  for (const word of ['Eva', 'Hjälp', '070', '/larm/']) expect(written).not.toContain(word)
  const production = { config: { ...house.config, mode: 'production' as const } }
  expect(await keptAs({}, production)).toMatchObject([{ kind: 'alarm link', secret: null }])
  expect(await keptAs({ role: 'operator' })).toMatchObject([{ kind: 'alarm message', secret: null }])
  const mail = { name: 'smtp', leavesTheHouse: true, send: async () => ({ kind: 'delivered' as const }) }
  expect(await keptAs({}, { mail })).toEqual([])
  const away = { ...mail, leavesTheHouse: false, send: async () => ({ kind: 'temporary' as const, reason: 'bort' }) }
  expect(await keptAs({}, { mail: away })).toEqual([])
})

test('of several calls merged into one SMS the outbox keeps one, if it was accepted', async () => {
  const another = { ...sms, id: randomUUID(), recipientId: randomUUID() }
  const kept = async () =>
    (await house.db.selectFrom('outbox_messages').select(['kind', 'recipient']).execute()).map(Object.values)
  house.texted.answers.push({ kind: 'temporary', reason: 'bort' })
  await sendTogether(house, [sms, another, { ...another, id: randomUUID() }])
  expect(await kept()).toEqual([])
  await sendTogether(house, [sms, another, { ...another, id: randomUUID() }])
  expect(await kept()).toEqual([['alarm link', sms.phone]])
})
