import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPartner, alarmRow, openNeighbourhood, press, textsTo, wordTo, workOff } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { closeAlarm } from '../answer/close-alarm.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { readLastPress } from '../history/alarm-store.server'
import { saySafe } from '../raise/say-safe.server'
import { arrive, handBack } from './follow-up.server'
import { recordDeliveryReport } from './send/record-delivery-report.server'

const house = useHouse()

const epochOf = async (alarmId: string) => (await alarmRow(house.db, alarmId)).epoch
const saidTo = (phone: string) => textsTo(house, phone).join('\n')

async function openCalled() {
  const street = await openNeighbourhood(house)
  const other = await addPartner(house, street.postcode)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  return { ...street, other, alarmId }
}

test('the epoch goes up when somebody gets, loses or ends the alarm, and at nothing else', async () => {
  const { member, guard, alarmId } = await openCalled()
  const epochs = [await epochOf(alarmId)]
  const happens: (() => Promise<unknown>)[] = [
    () => press(house, member, { message: 'Igen' }),
    () => takeAlarm(house, guard, alarmId),
    () => arrive(house, guard, alarmId),
    () => press(house, member, { message: 'En gång till' }),
    () => handBack(house, guard, alarmId),
    () => takeAlarm(house, guard, alarmId),
    () => saySafe(house, member.signedIn, alarmId),
    async () => {
      const last = await readLastPress(house.db, alarmId)
      return closeAlarm(house, guard, alarmId, { outcome: 'resolved', press: last?.id ?? '' })
    },
  ]
  for (const happen of happens) {
    await happen()
    epochs.push(await epochOf(alarmId))
  }
  expect(epochs).toEqual([1, 1, 2, 2, 2, 3, 4, 4, 5])
})

test('the database counts the epoch and ignores a value that is set', async () => {
  const { alarmId } = await openCalled()
  await house.db.updateTable('safety_alarms').set({ epoch: 7 }).where('id', '=', alarmId).execute()
  expect(await epochOf(alarmId)).toBe(1)
  await sql`update safety_alarms set status = 'cancelled', closed_at = now(), epoch = 9 where id = ${alarmId}`.execute(
    house.db,
  )
  expect(await epochOf(alarmId)).toBe(2)
})

test('a stand-down is not sent after a hand-back, and the new call is', async () => {
  const { guard, other, alarmId } = await openCalled()
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  expect(saidTo(other.phone)).not.toMatch(/behöver inte åka/)
  expect(textsTo(house, other.phone)).toHaveLength(2)
})

test('after a second take the stand-down is sent once and names the new taker', async () => {
  const { guard, other, postcode, alarmId } = await openCalled()
  const third = await addPartner(house, postcode, 'Kvällsvakt AB')
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await handBack(house, guard, alarmId))
  valueFrom(await takeAlarm(house, third.guard, alarmId))
  await workOff(house)
  const told = textsTo(house, other.phone).filter((text) => text.includes('behöver inte åka'))
  expect(told).toEqual([expect.stringMatching(/är taget av Kvällsvakt AB/)])
})

test('somebody who was not stood down before the end is told that the alarm is over', async () => {
  const { guard, other, alarmId } = await openCalled()
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(saidTo(other.phone)).toMatch(/är över\. Du behöver inte åka/)
})

test('the details of who needs help are not sent to a taker who has handed the alarm back', async () => {
  const { phone, guard, other, alarmId } = await openCalled()
  await replyBySms(house, { fromPhone: phone, text: `JA ${wordTo(house, phone)}`, providerId: 'in' })
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  expect(saidTo(phone)).not.toMatch(/Eva|huset/)
  valueFrom(await takeAlarm(house, other.guard, alarmId))
  await workOff(house)
  expect(saidTo(phone)).not.toMatch(/Eva|huset/)
})

test('the details of an earlier epoch are not sent again when the same guard retakes the alarm', async () => {
  const { phone, guard, alarmId } = await openCalled()
  const reply = { fromPhone: phone, text: `JA ${wordTo(house, phone)}` }
  await replyBySms(house, { ...reply, providerId: 'one' })
  valueFrom(await handBack(house, guard, alarmId))
  await replyBySms(house, { ...reply, providerId: 'two' })
  await workOff(house)
  expect(textsTo(house, phone).filter((text) => text.includes('Eva Lind'))).toHaveLength(1)
})

test('‘taken’ to the member is withdrawn when nobody has the alarm any more', async () => {
  const { member, guard, alarmId } = await openCalled()
  house.clock.forward({ minutes: 5 })
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  const told = await house.db
    .selectFrom('alarm_deliveries')
    .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
    .select(['kind', 'state'])
    .where('alarm_deliveries.alarm_id', '=', alarmId)
    .where('profile_id', '=', member.signedIn.person.id)
    .where('kind', '=', 'taken')
    .where('channel', '=', 'sms')
    .execute()
  expect(told).toEqual([{ kind: 'taken', state: 'withdrawn' }])
})

test('‘säger sig vara trygg’ is not sent to the taker after the member has pressed again', async () => {
  const { member, phone, guard, alarmId } = await openCalled()
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await press(house, member, { message: 'Han kom tillbaka' })
  await workOff(house)
  expect(saidTo(phone)).not.toMatch(/trygg/)
  expect(saidTo(phone)).toMatch(/har larmat igen/)
})

test('a phone shared by guards of two companies is told that it has the alarm, and gets no stand-down', async () => {
  const { member, postcode, phone } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  await house.db.updateTable('guards').set({ phone }).where('id', '=', other.guardId).execute()
  await press(house, member)
  await workOff(house)
  await replyBySms(house, { fromPhone: phone, text: `JA ${wordTo(house, phone)}`, providerId: 'in' })
  await workOff(house)
  expect(saidTo(phone)).toMatch(/Du har larmet/)
  expect(saidTo(phone)).not.toMatch(/behöver inte åka/)
})

test('no stand-down reaches a phone while a newer alarm waits for it; one about the newer alarm does', async () => {
  const { guard, other, postcode, alarmId } = await openCalled()
  const newer = await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  expect(saidTo(other.phone)).not.toMatch(/behöver inte åka/)
  valueFrom(await takeAlarm(house, guard, newer.alarmId))
  await workOff(house)
  expect(textsTo(house, other.phone).filter((text) => text.includes('behöver inte åka'))).toHaveLength(1)
})

test('a stand-down whose SMS failed falls back to mail, and is withdrawn there after a hand-back', async () => {
  const { guard, alarmId } = await openCalled()
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  const { id, provider_id } = await house.db
    .selectFrom('alarm_deliveries')
    .select(['id', 'provider_id'])
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'taken')
    .where('channel', '=', 'sms')
    .executeTakeFirstOrThrow()
  valueFrom(await handBack(house, guard, alarmId))
  await house.db.updateTable('alarm_recipients').set({ email: 'vakt@exempel.se' }).execute()
  await recordDeliveryReport(house, { providerId: provider_id ?? '', reference: id, attempt: 1, state: 'failed' })
  await workOff(house)
  const passedOn = await house.db
    .selectFrom('alarm_deliveries')
    .select(['epoch', 'state'])
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'taken')
    .where('channel', '=', 'mail')
    .execute()
  expect(passedOn).toEqual([{ epoch: 2, state: 'withdrawn' }])
})

test.for(['taken', 'closed'] as const)(
  'a recipient whose call arrived after it was reported as failed is told once that the alarm is %s',
  async (kind) => {
    const { member, guard, other, alarmId } = await openCalled()
    const { id, provider_id } = await house.db
      .selectFrom('alarm_deliveries')
      .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
      .select(['alarm_deliveries.id', 'provider_id'])
      .where('alarm_deliveries.alarm_id', '=', alarmId)
      .where('phone', '=', other.phone)
      .executeTakeFirstOrThrow()
    const report = { providerId: provider_id ?? '', reference: id, attempt: 1 }
    expect(await recordDeliveryReport(house, { ...report, state: 'failed' })).toBe(true)
    if (kind === 'taken') valueFrom(await takeAlarm(house, guard, alarmId))
    else valueFrom(await saySafe(house, member.signedIn, alarmId))
    await workOff(house)
    const before = textsTo(house, other.phone)
    expect(before.join()).not.toMatch(/behöver inte åka|larmet är över/i)
    expect(await recordDeliveryReport(house, { ...report, state: 'delivered' })).toBe(true)
    expect(await recordDeliveryReport(house, { ...report, state: 'delivered' })).toBe(true)
    await workOff(house)
    const [said, ...more] = textsTo(house, other.phone).slice(before.length)
    expect(more).toEqual([])
    expect(said).toMatch(kind === 'taken' ? /Du behöver inte åka/ : /är över\. Du behöver inte åka/)
  },
)
