import { expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import {
  addPartner,
  alarmRow,
  historyOf,
  openNeighbourhood,
  press,
  stepsOf,
  textsTo,
  workOff,
} from '../../../../test/support/alarms'
import { employGuard, giveOwner, newPhone } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../../test/support/outcome'
import type { Partner } from '../../alarm'
import { readFollowedAlarm } from '../../history/alarm-view-store.server'
import { takeOver } from '../../together/take-over.server'
import { takeAlarm } from '../take-alarm.server'
import { readTakerNames } from '../taker-store.server'
import { declineAlarm } from './decline-alarm.server'
import { setOut } from './set-out.server'

const house = useHouse()
const busy = { reason: 'busy' }

const declinedOf = async (alarmId: string) =>
  (
    await house.db
      .selectFrom('alarm_recipients')
      .select(['guard_id'])
      .where('alarm_id', '=', alarmId)
      .where('declined_at', 'is not', null)
      .execute()
  ).map(({ guard_id }) => guard_id)

const factsOf = async (alarmId: string, kind: string) =>
  (
    await house.db
      .selectFrom('alarm_timeline')
      .select('facts')
      .where('alarm_id', '=', alarmId)
      .where('kind', '=', kind)
      .execute()
  ).map(({ facts }) => facts)

test('declining requires a reason, is recorded once for that guard, and leaves the alarm new; the others are still called', async () => {
  const { member, companyId, guard, guardId } = await openNeighbourhood(house)
  const colleague = newPhone()
  await employGuard(house, companyId, { phone: colleague })
  const { alarmId } = await press(house, member)
  expect(refusalFrom(await declineAlarm(house, guard, alarmId, {})).fields).toEqual({ reason: 'Välj varför' })
  expect(refusalFrom(await declineAlarm(house, guard, alarmId, { reason: 'constructor' })).fields).toHaveProperty(
    'reason',
  )
  valueFrom(await declineAlarm(house, guard, alarmId, busy))
  valueFrom(await declineAlarm(house, guard, alarmId, busy))
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'declined'])
  expect(await factsOf(alarmId, 'declined')).toEqual([{ why: 'busy' }])
  expect(await declinedOf(alarmId)).toEqual([guardId])
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  await workOff(house)
  house.clock.forward({ minutes: 61 / 60 })
  await workOff(house)
  expect(textsTo(house, colleague)).toHaveLength(2)
  expect(textsTo(house, colleague)[1]).toMatch(/^Väntar ännu på svar: LARM/)
})

test('a company declines for all of its own guards and for no other company’s', async () => {
  const { member, companyId, guardId, postcode } = await openNeighbourhood(house)
  const colleague = await employGuard(house, companyId)
  await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  const company: Partner = { kind: 'partner', companyId, guardId: null, via: 'page' }
  valueFrom(await declineAlarm(house, company, alarmId, { reason: 'nobody' }))
  expect((await declinedOf(alarmId)).sort()).toEqual([guardId, colleague].sort())
})

test('declining hands the alarm back if the taker does it, is refused to another company, and not found to a stranger', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const far = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  refusalFrom(await declineAlarm(house, other.guard, alarmId, busy))
  expect(await declineAlarm(house, far.guard, alarmId, busy)).toEqual(notThere)
  valueFrom(await declineAlarm(house, guard, alarmId, { reason: 'far' }))
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new', taken_by_company: null })
  expect(await factsOf(alarmId, 'handed_back')).toEqual([{ why: 'far' }])
})

test('only the taker can set out; it is recorded once and postpones the release deadline', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  expect(refusalFrom(await setOut(house, guard, alarmId)).message).toBe('Ta larmet först.')
  valueFrom(await takeAlarm(house, guard, alarmId))
  refusalFrom(await setOut(house, other.guard, alarmId))
  const dueOf = async () =>
    (
      await house.db
        .selectFrom('alarm_steps')
        .select('due_at')
        .where('alarm_id', '=', alarmId)
        .where('kind', '=', 'release')
        .where('state', '=', 'pending')
        .executeTakeFirstOrThrow()
    ).due_at
  const before = await dueOf()
  house.clock.forward({ minutes: 4 })
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.setOutAt).toBeNull()
  const saidAt = house.clock.now()
  valueFrom(await setOut(house, guard, alarmId))
  house.clock.forward({ minutes: 1 })
  valueFrom(await setOut(house, guard, alarmId))
  // The member reads the time it was first said.
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.setOutAt).toEqual(saidAt)
  expect((await dueOf()).getTime() - before.getTime()).toBeGreaterThanOrEqual(4 * 60_000)
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ release: 'pending' })
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'set_out'])
})

test('an alarm taken by a company’s system shows the system’s name, and the history has the API key’s mark', async () => {
  const { member, companyId, guard } = await openNeighbourhood(house)
  // The company has an owner, who did not take it: their name must not be shown.
  await giveOwner(house, companyId)
  const { alarmId } = await press(house, member)
  const system: Partner = {
    ...{ kind: 'partner', companyId, guardId: null, via: 'api' },
    key: { name: 'Ledningssystemet', mark: 'kvk_prov' },
  }
  valueFrom(await takeAlarm(house, system, alarmId))
  expect(await readTakerNames(house.db, alarmId)).toEqual({
    name: 'Vakt AB (Ledningssystemet)',
    firstName: 'Ledningssystemet',
  })
  expect(await factsOf(alarmId, 'taken')).toEqual([{ via: 'api', key: 'kvk_prov' }])
  valueFrom(await takeOver(house, guard, alarmId))
  expect(await readTakerNames(house.db, alarmId)).toEqual({ name: 'Vakt AB (Ali)', firstName: 'Ali' })
})
