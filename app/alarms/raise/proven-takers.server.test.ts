import { beforeEach, expect, test } from 'vitest'
import {
  alarmRow,
  deliveriesOf,
  type Neighbourhood,
  openNeighbourhood,
  press,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { giveOwner, newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { takeAlarm } from '../answer/take-alarm.server'
import { readTakerCallees } from './callee-store.server'
import { saySafe } from './say-safe.server'

const house = useHouse()
let street: Neighbourhood

beforeEach(async () => {
  street = await openNeighbourhood(house)
})

const byGuard = () => ({ takenByCompany: street.companyId, takenByGuard: street.guardId, takenByOperator: null })
const byOwner = () => ({ ...byGuard(), takenByGuard: null })

/** Changes a guard's number after they took an alarm, without verifying the new one. */
async function changeNumber(guardId: string): Promise<string> {
  const phone = newPhone()
  await house.db.updateTable('guards').set({ phone, phone_verified_at: null }).where('id', '=', guardId).execute()
  return phone
}

test('a guard who has an alarm is told of a press at a verified number, and not at an unverified one', async () => {
  const { member, guard, guardId, phone } = street
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  await press(house, member, { message: 'Nu är de två' })
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/larmat igen/)
  const stranger = await changeNumber(guardId)
  house.texted.sent.length = 0
  await press(house, member, { message: 'Jag hör dem på trappan' })
  await workOff(house)
  expect(textsTo(house, stranger)).toEqual([])
  expect(textsTo(house, phone)).toEqual([])
  expect((await alarmRow(house.db, alarmId)).taken_by_guard).toBe(guardId)
})

test('readTakerCallees gives only verified numbers and mail addresses', async () => {
  const ownerId = await giveOwner(house, street.companyId)
  const own = { phone: newPhone() }
  const proof = { phone_verified_at: house.clock.now(), email_verified: true }
  // In two steps: changing the number makes the database clear its verification.
  for (const given of [own, proof]) {
    await house.db.updateTable('profiles').set(given).where('id', '=', ownerId).execute()
  }
  const { email } = await house.db
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  // A guard has no mail address: the fallback for a guard's phone is a mail to the company.
  expect(await readTakerCallees(house.db, byGuard())).toMatchObject([
    { guardId: street.guardId, phone: street.phone, email },
  ])
  expect(await readTakerCallees(house.db, byOwner())).toMatchObject([{ guardId: null, phone: own.phone, email }])

  await changeNumber(street.guardId)
  // No fallback to the owner's phone: the owner did not take the alarm.
  expect(await readTakerCallees(house.db, byGuard())).toMatchObject([{ phone: null, email }])
  const unproven = { phone_verified_at: null, email_verified: false }
  await house.db.updateTable('profiles').set(unproven).where('id', '=', ownerId).execute()
  expect(await readTakerCallees(house.db, byOwner())).toMatchObject([{ phone: null, email: null }])
})

test('a taker is told by SMS even if mail is possible, and by mail if it is the only channel', async () => {
  const ownerId = await giveOwner(house, street.companyId)
  await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', ownerId).execute()
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  const said = async () => (await deliveriesOf(house.db, alarmId)).filter((line) => line.includes('safe'))
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  expect(await said()).toEqual(['sms safe 3 queued'])

  const other = await openNeighbourhood(house)
  const owner = await giveOwner(house, other.companyId)
  await house.db.updateTable('profiles').set({ email_verified: true }).where('id', '=', owner).execute()
  const own = (await press(house, other.member)).alarmId
  valueFrom(await takeAlarm(house, { ...other.guard, guardId: null }, own))
  valueFrom(await saySafe(house, other.member.signedIn, own))
  expect((await deliveriesOf(house.db, own)).filter((line) => line.includes('safe'))).toEqual(['mail safe 3 queued'])
})
