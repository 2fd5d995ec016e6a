import { expect, test, vi } from 'vitest'
import { notThere } from '~/shared/outcome'
import { addPartner, alarmRow, openNeighbourhood, press, wordTo, workOff } from '../../../test/support/alarms'
import { guardRow } from '../../../test/support/guards'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { singCanaries } from './sing-canaries.server'

const house = useHouse()
const reply = async (fromPhone: string, text: string) => replyBySms(house, { fromPhone, text, providerId: 'in-1' })
const replyWithWord = (phone: string, text: string) => reply(phone, `${text} ${wordTo(house, phone)}`)
const testedAt = async (guardId: string) => (await guardRow(house.db, guardId)).tested_at

/** At noon, in the hours of canaries. */
async function letBeOnDuty(guards: string[]) {
  vi.setSystemTime(new Date('2027-03-02T10:00:00Z'))
  const hours = { on_duty_since: new Date('2027-03-02T09:00:00Z'), on_duty_until: new Date('2027-03-02T20:00:00Z') }
  await house.db.updateTable('guards').set(hours).where('id', 'in', guards).execute()
}

/** A postcode with two guard companies that have just been sent a canary (our own test alarm). */
async function hearCanary() {
  const first = await openNeighbourhood(house)
  const second = await addPartner(house, first.postcode)
  await house.db.insertInto('postcodes').values({ code: first.postcode, name: 'Prov', state: 'open' }).execute()
  await letBeOnDuty([first.guardId, second.guardId])
  await singCanaries(house)
  await workOff(house)
  const { id } = await house.db
    .selectFrom('safety_alarms')
    .select('id')
    .where('postcode', '=', first.postcode)
    .executeTakeFirstOrThrow()
  return { first, second, alarmId: id }
}

test('JA to a canary marks the guard’s phone as tested, also for whoever was second', async () => {
  const { first, second, alarmId } = await hearCanary()
  expect([await testedAt(first.guardId), await testedAt(second.guardId)]).toEqual([null, null])
  await replyWithWord(first.phone, 'JA')
  expect((await alarmRow(house.db, alarmId)).taken_by_guard).toBe(first.guardId)
  expect(await testedAt(first.guardId)).toEqual(house.clock.now())
  expect((await replyWithWord(second.phone, 'ja')).answer).toMatch(/har larmet/)
  expect(await testedAt(second.guardId)).toEqual(house.clock.now())
})

test('NEJ to a canary marks the phone as tested', async () => {
  const { first } = await hearCanary()
  await replyWithWord(first.phone, 'NEJ')
  expect(await testedAt(first.guardId)).toEqual(house.clock.now())
})

test('JA with its word after the test is over marks the phone as tested, and a day later it does not', async () => {
  const { first, second } = await hearCanary()
  house.clock.forward({ minutes: 45 })
  await workOff(house)
  // 'JA' without the word proves nothing: the sender can be spoofed.
  expect((await reply(first.phone, 'JA')).answer).toMatch(/Testet är redan över. Svara JA \w\w,/)
  expect(await testedAt(first.guardId)).toBeNull()
  expect(await replyWithWord(first.phone, 'JA')).toEqual({
    isOurs: true,
    hasWord: true,
    answer: 'Tack. Testet är redan över, men nu vet vi att larmen når dig.',
  })
  expect(await testedAt(first.guardId)).toEqual(house.clock.now())
  expect((await reply(first.phone, 'Hej hej')).isOurs).toBe(false)
  house.clock.forward({ days: 1 })
  expect((await reply(second.phone, 'JA')).isOurs).toBe(false)
  expect(await testedAt(second.guardId)).toBeNull()
})

test.each(['link', 'page'] as const)("taking a member's test by %s marks the phone as tested", async (via) => {
  const { member, guard, guardId } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member, { test: 'on' })
  await workOff(house)
  await takeAlarm(house, { ...guard, via }, alarmId)
  expect(await testedAt(guardId)).not.toBeNull()
})

test('taking a test whose SMS never left does not mark the phone as tested', async () => {
  const { member, guard, guardId } = await openNeighbourhood(house)
  house.texted.answers.push({ kind: 'permanent', reason: '46elks 400' })
  const { alarmId } = await press(house, member, { test: 'on' })
  await workOff(house)
  await takeAlarm(house, guard, alarmId)
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
  expect(await testedAt(guardId)).toBeNull()
})

test('a real alarm, the owner’s answer or another company’s does not mark the phone as tested', async () => {
  const { member, guard, guardId, phone } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  await replyWithWord(phone, 'JA')
  expect(await testedAt(guardId)).toBeNull()

  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member, { test: 'on' })
  await workOff(house)
  await takeAlarm(house, { ...street.guard, guardId: null }, alarmId)
  expect(await testedAt(street.guardId)).toBeNull()
  expect(await takeAlarm(house, guard, alarmId)).toEqual(notThere)
  expect(await testedAt(guardId)).toBeNull()
})

test('a postcode whose canary cannot be raised holds up none of the others', async () => {
  const places = [await openNeighbourhood(house), await openNeighbourhood(house)]
  const codes = places.map(({ postcode }) => postcode).sort()
  for (const code of codes)
    await house.db.insertInto('postcodes').values({ code, name: 'Prov', state: 'open' }).execute()
  await letBeOnDuty(places.map(({ guardId }) => guardId))
  const cure = await poison(house, { before: 'insert', on: 'safety_alarms', when: `new.postcode = '${codes[0]}'` })
  await expect(singCanaries(house)).rejects.toThrow('not this one')
  await cure()
  const raised = async () =>
    (await house.db.selectFrom('safety_alarms').select('postcode').where('postcode', 'in', codes).execute()).map(
      ({ postcode }) => postcode,
    )
  expect(await raised()).toEqual([codes[1]])
  await singCanaries(house)
  expect((await raised()).sort()).toEqual(codes)
})
