import { expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/public.server'
import { deliveriesOf, openNeighbourhood, press, textsTo, workOff } from '../../../../test/support/alarms'
import { employGuard, letBeCalled, newPostcode, openPartner } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { joinAsCompany, joinAsMember } from '../../../../test/support/people'
import { companyOf } from '../../../../test/support/sponsorship'
import { takeAlarm } from '../../answer/take-alarm.server'
import { recordDeliveryReport } from './record-delivery-report.server'

const house = useHouse()
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })
const away = { kind: 'temporary', reason: '46elks 503' } as const
const wrong = { kind: 'permanent', reason: '46elks 400' } as const

/** A company whose owner can be reached by SMS and by mail. */
async function openOwned() {
  const postcode = newPostcode()
  const owner = await joinAsCompany(house, { postcode })
  const { id } = await house.db
    .selectFrom('companies')
    .select('id')
    .where('owner_id', '=', owner.signedIn.person.id)
    .executeTakeFirstOrThrow()
  await letBeCalled(house, id)
  await house.db
    .updateTable('profiles')
    .set({ email_verified: true, phone_verified_at: house.clock.now() })
    .where('id', '=', owner.signedIn.person.id)
    .execute()
  return { owner, postcode, member: await joinAsMember(house, { postcode }) }
}

test('a message is retried with growing pauses while the provider is away', async () => {
  const { member } = await openNeighbourhood(house)
  house.texted.answers.push(away, away)
  const { alarmId } = await press(house, member)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued'])
  await workOff(house)
  expect(house.texted.sent).toHaveLength(1)
  seconds(1.1)
  await workOff(house)
  expect(house.texted.sent).toHaveLength(2)
  seconds(1.1)
  await workOff(house)
  expect(house.texted.sent).toHaveLength(2)
  seconds(1)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
})

test('an SMS that fails permanently falls back to mail at once', async () => {
  const { member } = await openOwned()
  house.texted.answers.push(wrong)
  const { alarmId } = await press(house, member)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 failed', 'mail call 1 sent'])
})

test('after several failed retries the message is also sent by mail, and the SMS goes on being retried', async () => {
  const { member } = await openOwned()
  house.texted.answers.push(away, away, away, away)
  const { alarmId } = await press(house, member)
  for (let n = 0; n < 10; n++) {
    await workOff(house)
    seconds(1)
  }
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 queued', 'mail call 1 sent'])
})

test('an SMS reported as failed after it was accepted falls back to mail once, however often it is reported', async () => {
  const { member } = await openOwned()
  const { alarmId } = await press(house, member)
  await workOff(house)
  const { id, provider_id } = await house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'provider_id'])
    .where('alarm_id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const report = {
    providerId: provider_id ?? '',
    reference: id,
    attempt: 1,
    state: 'failed' as const,
    reason: 'failed',
  }
  expect(await recordDeliveryReport(house, report)).toBe(true)
  expect(await recordDeliveryReport(house, report)).toBe(true)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 failed', 'mail call 1 sent'])
})

test('a delivery report counts also when it comes before the provider’s answer', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const { id } = await house.db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('alarm_id', '=', alarmId)
    .executeTakeFirstOrThrow()
  expect(await recordDeliveryReport(house, { providerId: 's1', reference: id, attempt: 1, state: 'delivered' })).toBe(
    true,
  )
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 delivered'])
  expect(
    await recordDeliveryReport(house, { providerId: 'unknown', reference: null, attempt: null, state: 'delivered' }),
  ).toBe(false)
})

test('a push goes to every browser of the owner without any name, and a browser that is gone is deleted', async () => {
  const { owner, member, postcode } = await openOwned()
  const person = { kind: 'person' as const, id: owner.signedIn.person.id }
  for (const n of [1, 2]) {
    const browser = { endpoint: `https://push.test/${postcode}/${n}`, p256dh: 'p', auth: 'a', device: 'Prov' }
    await upsertSubscription(house.db, person, browser, house.clock.now())
  }
  house.pushed.answers.push({ kind: 'permanent', reason: 'push 410', gone: true })
  const { alarmId } = await press(house, member, { message: 'Sven Svensson står i hallen' })
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent', 'push call 1 sent'])
  expect(house.pushed.sent).toHaveLength(2)
  expect(JSON.stringify(house.pushed.sent.map(({ payload }) => payload))).not.toMatch(/Sven|hallen|Eva/)
  expect(house.pushed.sent[0]).toMatchObject({
    urgency: 'high',
    payload: { kind: 'alarm', path: expect.stringMatching(/^\/larm\//) },
  })
  const left = await house.db
    .selectFrom('push_subscriptions')
    .select('endpoint')
    .where('owner_id', '=', person.id)
    .execute()
  expect(left).toEqual([{ endpoint: `https://push.test/${postcode}/2` }])
})

test('no SMS to a guard who takes the alarm on a page contains name, message or position', async () => {
  const { member, guard, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, {
    message: 'Jag är i tvättstugan',
    latitude: '59.278612',
    longitude: '18.009345',
  })
  await workOff(house)
  await takeAlarm(house, guard, alarmId)
  await workOff(house)
  for (const text of [...textsTo(house, phone)]) expect(text).not.toMatch(/Eva|tvättstugan|59\.2786|18\.0093/)
})

test('an owner who is also a guard with the same phone gets one SMS', async () => {
  const { id, postcode } = await openPartner(house)
  const owner = await joinAsCompany(house, { phone: '070-174 06 99' })
  const { id: first } = await companyOf(house, owner)
  await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', first).execute()
  await house.db
    .updateTable('profiles')
    .set({ phone_verified_at: house.clock.now() })
    .where('id', '=', owner.signedIn.person.id)
    .execute()
  await house.db.updateTable('companies').set({ owner_id: owner.signedIn.person.id }).where('id', '=', id).execute()
  await employGuard(house, id, { phone: '+46701740699' })
  await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  expect(textsTo(house, '+46701740699')).toHaveLength(1)
})

const silent = { kind: 'unanswered', reason: 'no answer in time' } as const

test('a provider that does not answer is tried twice, after which the message is unsure until a report', async () => {
  // Remove what earlier tests left in the queue.
  await house.db.deleteFrom('alarm_deliveries').execute()
  const { member } = await openOwned()
  house.texted.answers.push(...Array.from({ length: 20 }, () => silent))
  const { alarmId } = await press(house, member)
  for (let n = 0; n < 50; n++) {
    await workOff(house)
    seconds(1)
  }
  expect(house.texted.sent).toHaveLength(2)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 unsure', 'mail call 1 sent'])
  const { id } = await firstOf(alarmId)
  await recordDeliveryReport(house, { providerId: 's2', reference: id, attempt: 2, state: 'delivered' })
  expect((await deliveriesOf(house.db, alarmId))[0]).toBe('sms call 1 delivered')
})

test('a message reported as delivered before its retry is not sent again', async () => {
  const { member } = await openOwned()
  house.texted.answers.push(silent)
  const { alarmId } = await press(house, member)
  await workOff(house)
  const { id } = await firstOf(alarmId)
  await recordDeliveryReport(house, { providerId: 's1', reference: id, attempt: 1, state: 'delivered' })
  for (let n = 0; n < 10; n++) {
    seconds(1)
    await workOff(house)
  }
  expect(house.texted.sent).toHaveLength(1)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 delivered'])
})

test('a failure of an earlier attempt is ignored, and a delivery of any attempt counts', async () => {
  const { member } = await openOwned()
  house.texted.answers.push(silent)
  const { alarmId } = await press(house, member)
  await workOff(house)
  seconds(4)
  await workOff(house)
  const { id, provider_id } = await firstOf(alarmId)
  const report = { reference: id, reason: 'failed' }
  await recordDeliveryReport(house, { ...report, providerId: 'of the first', attempt: 1, state: 'failed' })
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
  await recordDeliveryReport(house, { ...report, providerId: provider_id ?? '', attempt: 2, state: 'failed' })
  expect((await deliveriesOf(house.db, alarmId))[0]).toBe('sms call 1 failed')
  await recordDeliveryReport(house, { ...report, providerId: 'of the first', attempt: 1, state: 'delivered' })
  expect((await deliveriesOf(house.db, alarmId))[0]).toBe('sms call 1 delivered')
})

const firstOf = (alarmId: string) =>
  house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'provider_id'])
    .where('alarm_id', '=', alarmId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
