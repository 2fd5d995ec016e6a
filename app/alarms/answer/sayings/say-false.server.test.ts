import { expect, test } from 'vitest'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
  historyOf,
  openNeighbourhood,
  press,
  stepsOf,
  workOff,
} from '../../../../test/support/alarms'
import { employGuard, newPhone } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../../test/support/outcome'
import { joinAsAdmin } from '../../../../test/support/people'
import type { Partner, Taker } from '../../alarm'
import { arrive, handBack } from '../../engine/follow-up.server'
import { readNewsOf } from '../../history/alarm-news.server'
import { readOwnHistory } from '../../member/read-own-history.server'
import { readPartnerPage } from '../../partner/read-board.server'
import { takeOver } from '../../together/take-over.server'
import { closeAlarm } from '../close-alarm.server'
import { takeAlarm } from '../take-alarm.server'
import { sayFalse, takeBackFalse } from './say-false.server'

const house = useHouse()
const reason = { reason: 'slip' }
const stateOf = async (alarmId: string) => (await alarmRow(house.db, alarmId)).status

async function takenAlarm() {
  const street = await openNeighbourhood(house)
  const phone = newPhone()
  const bo = await employGuard(house, street.companyId, { phone, name: 'Bo Ek' })
  const colleague: Partner = { ...street.guard, guardId: bo }
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  await workOff(house)
  return { ...street, colleague, alarmId }
}

/** What the member and those who were called see, and the 'closed' messages sent. */
async function whatIsTold(alarmId: string) {
  const news = await readNewsOf(house.db, alarmId, ['own', 'partner'], house.clock.now())
  return {
    states: [...news.values()].map((words) => JSON.parse(words)).map(({ own, partner }) => (own ?? partner).state),
    closed: (await deliveriesOf(house.db, alarmId)).filter((line) => line.includes(' closed ')),
  }
}

test('a false alarm needs a reason, ends a minute later in the name of who said it, and nobody is told before', async () => {
  const { guard, alarmId, member } = await takenAlarm()
  expect(refusalFrom(await sayFalse(house, guard, alarmId, {})).fields).toEqual({ reason: 'Välj varför' })
  expect(refusalFrom(await sayFalse(house, guard, alarmId, { reason: 'constructor' })).fields).toHaveProperty('reason')
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  house.clock.forward({ minutes: 0.5 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe('acknowledged')
  expect(await whatIsTold(alarmId)).toEqual({ states: ['acknowledged', 'acknowledged'], closed: [] })
  expect(found(await readPartnerPage(house, guard, alarmId)).alarm.endsAsFalse).toBe(true)

  house.clock.forward({ minutes: 0.5 })
  await workOff(house)
  const ended = await alarmRow(house.db, alarmId)
  expect(ended).toMatchObject({ status: 'false_alarm', taken_by_guard: guard.guardId })
  expect((await historyOf(house.db, alarmId)).slice(-2)).toEqual(['said_false', 'false_alarm'])
  const lines = await house.db
    .selectFrom('alarm_timeline')
    .select(['kind', 'actor_kind', 'actor_id', 'guard_id', 'facts'])
    .where('alarm_id', '=', alarmId)
    .where('kind', 'in', ['said_false', 'false_alarm'])
    .orderBy('id')
    .execute()
  const byGuard = { actor_kind: 'partner', actor_id: guard.companyId, guard_id: guard.guardId }
  expect(lines).toMatchObject([{ ...byGuard, facts: { why: 'slip' } }, byGuard])
  const read = await readOwnHistory(house, member.signedIn, alarmId)
  expect(read?.timeline.map(({ kind }) => kind)).not.toContain('said_false')
  // Idempotent: saying it again after the end is accepted, but it can no longer be taken back.
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  expect(refusalFrom(await takeBackFalse(house, guard, alarmId)).message).toBe('Larmet är redan falskt larm.')
})

test('a false alarm that is taken back within the minute stays open, and nobody is told', async () => {
  const { guard, colleague, alarmId, member } = await takenAlarm()
  const before = await whatIsTold(alarmId)
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  house.clock.forward({ minutes: 0.5 })
  valueFrom(await takeBackFalse(house, colleague, alarmId))
  valueFrom(await takeBackFalse(house, colleague, alarmId))
  house.clock.forward({ minutes: 2 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe('acknowledged')
  expect(await whatIsTold(alarmId)).toEqual(before)
  expect((await historyOf(house.db, alarmId)).slice(-2)).toEqual(['said_false', 'not_false'])
  const read = await readOwnHistory(house, member.signedIn, alarmId)
  expect(read?.timeline.map(({ kind }) => kind)).not.toContain('not_false')
  // It can be said again after having been taken back.
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe('false_alarm')
})

test.each<[string, (street: Awaited<ReturnType<typeof takenAlarm>>) => Promise<unknown>, string]>([
  ['the member presses again', ({ member }) => press(house, member), 'acknowledged'],
  ['the taker arrives', async ({ guard, alarmId }) => valueFrom(await arrive(house, guard, alarmId)), 'on_site'],
  ['the taker hands it back', async ({ guard, alarmId }) => valueFrom(await handBack(house, guard, alarmId)), 'new'],
  [
    'a colleague takes it over',
    async ({ colleague, alarmId }) => valueFrom(await takeOver(house, colleague, alarmId)),
    'acknowledged',
  ],
])('an alarm said to be false does not end as false when %s within the minute', async (_, happens, state) => {
  const street = await takenAlarm()
  const { alarmId, guard } = street
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  house.clock.forward({ minutes: 0.2 })
  await happens(street)
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ 'end false': 'dropped' })
  expect(await historyOf(house.db, alarmId)).toContain('not_false')
  house.clock.forward({ minutes: 0.9 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe(state)
})

test('saying that an alarm is false postpones the release deadline of its taker', async () => {
  const { guard, alarmId } = await takenAlarm()
  const due = async () =>
    (
      await house.db
        .selectFrom('alarm_steps')
        .select('due_at')
        .where('alarm_id', '=', alarmId)
        .where('kind', '=', 'release')
        .executeTakeFirstOrThrow()
    ).due_at
  const before = await due()
  house.clock.forward({ minutes: 2 })
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  expect((await due()).getTime() - before.getTime()).toBeGreaterThanOrEqual(120_000)
})

test('an alarm said to be false can be closed as resolved within the minute, and stays resolved', async () => {
  const { guard, alarmId } = await takenAlarm()
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe('resolved')
})

test('an operator can call an untaken alarm false, and whoever takes it meanwhile is told when it ends', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const admin = await joinAsAdmin(house)
  const operator: Taker = { kind: 'operator', personId: admin.signedIn.person.id }
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await sayFalse(house, operator, alarmId, reason))
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(await stateOf(alarmId)).toBe('false_alarm')
  expect((await deliveriesOf(house.db, alarmId)).filter((line) => line.startsWith('sms closed'))).toHaveLength(1)
})

test('another company can neither call the alarm false nor take that back, and the taker must see a new press first', async () => {
  const { guard, alarmId, member, postcode } = await takenAlarm()
  const other = await addPartner(house, postcode)
  expect(refusalFrom(await sayFalse(house, other.guard, alarmId, reason)).message).toBe(
    'Det går inte att göra just nu.',
  )
  valueFrom(await sayFalse(house, guard, alarmId, reason))
  refusalFrom(await takeBackFalse(house, other.guard, alarmId))
  await press(house, member)
  expect(refusalFrom(await sayFalse(house, guard, alarmId, reason)).message).toMatch(/har larmat igen/)
})
