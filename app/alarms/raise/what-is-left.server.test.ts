import { beforeEach, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import {
  addPartner,
  alarmRow,
  type Neighbourhood,
  openNeighbourhood,
  press,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { heardDuring, whatCameOf } from '../../../test/support/told/what-came-of'
import { sayFalse } from '../answer/sayings/say-false.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { arrive, handBack } from '../engine/follow-up.server'
import { comesToo } from '../together/come-too.server'
import { hearPress } from './hear-press.server'
import { letRing } from './let-ring.server'
import { saySafe } from './say-safe.server'

/** Everything an action changes: the alarm's row, its history, its messages, and its pending steps. */

const house = useHouse()
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })
let street: Neighbourhood
let alarmId: string
let admin: Resident

/** An alarm raised a moment ago whose first call has been sent, and an operator. */
beforeEach(async () => {
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  seconds(0)
  admin = await joinAsAdmin(house)
  street = await openNeighbourhood(house)
  alarmId = (await press(house, street.member)).alarmId
  await workOff(house)
  seconds(30)
})

const row = async () => alarmRow(house.db, alarmId)
const came = () => whatCameOf(house, alarmId)
const memberId = () => street.member.signedIn.person.id
const operator = () => ({ kind: 'operator' as const, personId: admin.signedIn.person.id })
const taken = async () => {
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  await workOff(house)
  seconds(30)
}
/** Deadlines counted from the press. Pressing again leaves `widen` and `tell member` where they were. */
const pace = { 'call again': 60, ring: 30, widen: 120, 'tell member': 300 }

test('a press on an untaken alarm calls everybody again and leaves pending steps as they were', async () => {
  const heard = await heardDuring(house, () =>
    press(house, street.member, { message: 'Igen', place: 'home', latitude: '59.2', longitude: '18.0' }),
  )
  expect(heard.map(({ alarm }) => alarm)).toContain(alarmId)
  expect(await came()).toEqual({
    history: [
      ['pressed', 'member', memberId(), { urgency: 2 }],
      ['called_again', 'system', { people: 1, why: 'press' }],
    ],
    messages: ['Ali Rahimi partner sms call 2'],
    steps: {},
  })
  const now = house.clock.now()
  expect(await row()).toMatchObject({
    ...{ status: 'new', urgency: 2, rounds: 2, place: 'home', is_hiding: false, called_at: now, waiting_since: now },
    reopenings: 0,
  })
  const positions = house.db.selectFrom('alarm_positions').select(['latitude', 'created_at'])
  expect(await positions.where('alarm_id', '=', alarmId).execute()).toEqual([{ latitude: 59.2, created_at: now }])
  const words = house.db.selectFrom('alarm_updates').select(['kind', 'author_kind', 'author_id', 'message'])
  expect(await words.where('alarm_id', '=', alarmId).execute()).toEqual([
    { kind: 'press', author_kind: 'member', author_id: memberId(), message: expect.stringContaining('Igen') },
  ])
})

test('presses within the pause after a call lead to one more call when it ends', async () => {
  await press(house, street.member, { message: 'Igen' })
  seconds(7.5)
  await press(house, street.member, { message: 'Och igen' })
  expect(await came()).toEqual({
    history: [['pressed', 'member', memberId(), { urgency: 3 }]],
    messages: [],
    steps: { press: 13 },
  })
  expect((await row()).waiting_since).toEqual(house.clock.now())
})

test('a press after all steps are done arms them anew, without ‘widen’ if the alarm was widened', async () => {
  await house.db.updateTable('alarm_steps').set({ state: 'done', settled_at: house.clock.now() }).execute()
  const { widen: _, ...widened } = pace
  seconds(60)
  await press(house, street.member, { message: 'Igen' })
  expect((await came()).steps).toEqual(pace)
  await house.db.updateTable('alarm_steps').set({ state: 'done', settled_at: house.clock.now() }).execute()
  await house.db.updateTable('safety_alarms').set({ widened_at: house.clock.now() }).execute()
  seconds(60)
  await press(house, street.member, { message: 'Igen' })
  expect((await came()).steps).toEqual(widened)
})

test('a press on a test is counted like any press, but calls nobody and arms no step', async () => {
  const test = (await press(house, street.member, { test: 'on' })).alarmId
  await workOff(house)
  seconds(30)
  expect((await press(house, street.member, { test: 'on', message: 'Igen' })).alarmId).toBe(test)
  const { history, messages, steps } = await whatCameOf(house, test)
  expect(history).toEqual([['pressed', 'member', memberId(), { urgency: 2 }]])
  expect([messages, steps, (await alarmRow(house.db, test)).urgency]).toEqual([[], {}, 2])
})

test('hiding is recorded once, lasts through later presses, and ends once when the member allows calls', async () => {
  await press(house, street.member, { message: 'Igen', hides: 'on' })
  expect((await came()).history.map(([kind, ...who]) => [kind, ...who].slice(0, 3))).toEqual([
    ['hides', 'member', memberId()],
    ['pressed', 'member', memberId()],
    ['called_again', 'system', { people: 1, why: 'press' }],
  ])
  seconds(30)
  await press(house, street.member, { message: 'Och igen', hides: 'on' })
  expect((await came()).history.map(([kind]) => kind)).toEqual(['pressed', 'called_again'])
  seconds(30)
  await press(house, street.member, { message: 'Nu då' })
  expect((await row()).is_hiding).toBe(true)
  seconds(30)
  valueFrom(await letRing(house, street.member.signedIn, alarmId))
  valueFrom(await letRing(house, street.member.signedIn, alarmId))
  expect(await came()).toEqual({ history: [['may_ring', 'member', memberId()]], messages: [], steps: {} })
  expect((await row()).is_hiding).toBe(false)
  await press(house, street.member, { message: 'Igen', hides: 'on' })
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  seconds(30)
  // The alarm is over: hiding cannot be changed any more.
  valueFrom(await letRing(house, street.member.signedIn, alarmId))
  expect((await came()).history).toEqual([])
  expect((await row()).is_hiding).toBe(true)
})

test('a press on a taken alarm tells the taker, their colleagues and operators, and arms ‘answer press’', async () => {
  const colleague = newPhone()
  await employGuard(house, street.companyId, { phone: colleague, name: 'Kia Kollega' })
  await addPartner(house, street.postcode)
  seconds(30)
  await press(house, street.member, { message: 'Innan' })
  await workOff(house)
  await taken()
  await press(house, street.member, { message: 'Igen' })
  const { history, messages, steps } = await came()
  expect(history).toEqual([['pressed', 'member', memberId(), { urgency: 3 }]])
  expect(messages.toSorted()).toEqual([
    'Ali Rahimi partner sms update 5',
    'Eva Lind operator mail update 5',
    'Kia Kollega partner sms update 5',
  ])
  expect(steps).toEqual({ 'answer press': 60 })
  // Hearing a press is recorded once, and only for whoever has the alarm.
  expect(refusalFrom(await hearPress(house, { ...street.guard, guardId: null }, alarmId)).message).toMatch(/\S/)
  const stranger = { ...(await addPartner(house, '99999')).guard }
  expect(await hearPress(house, stranger, alarmId)).toEqual(notThere)
  expect((await came()).steps).toEqual({ 'answer press': 60 })
  seconds(5)
  for (let n = 0; n < 2; n++) valueFrom(await hearPress(house, street.guard, alarmId))
  expect(await came()).toEqual({
    history: [['heard', 'partner', street.guardId]],
    messages: [],
    steps: { 'answer press': 'dropped' },
  })
})

test('hearing a press is recorded for an operator, and refused to a guard who has not taken the alarm', async () => {
  await taken()
  const other = await addPartner(house, street.postcode)
  await press(house, street.member, { message: 'Igen' })
  refusalFrom(await hearPress(house, other.guard, alarmId))
  seconds(5)
  valueFrom(await hearPress(house, operator(), alarmId))
  expect((await came()).history).toEqual([['heard', 'operator', operator().personId]])
})

test('‘Jag är trygg’ on an untaken alarm cancels it once, and not found is returned to another member', async () => {
  expect(await saySafe(house, (await joinAsMember(house)).signedIn, alarmId)).toEqual(notThere)
  expect(await came()).toEqual({ history: [], messages: [], steps: {} })
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  expect(await came()).toEqual({
    history: [
      ['safe', 'member', memberId()],
      ['cancelled', 'member', memberId()],
    ],
    messages: ['Ali Rahimi partner sms closed 2'],
    steps: Object.fromEntries(Object.keys(pace).map((kind) => [kind, 'dropped'])),
  })
  const now = house.clock.now()
  expect(await row()).toMatchObject({ status: 'cancelled', safe_at: now, closed_at: now, reopenable: true })
  seconds(5)
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  expect((await came()).history).toEqual([])
  expect((await row()).safe_at).toEqual(now)
})

test('‘Jag är trygg’ on a taken alarm tells the taker once and leaves it taken', async () => {
  await taken()
  await press(house, street.member, { message: 'Igen' })
  await workOff(house)
  seconds(5)
  const heard = await heardDuring(house, async () => {
    valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  })
  expect(heard.map(({ alarm }) => alarm)).toContain(alarmId)
  expect(await came()).toEqual({
    history: [['safe', 'member', memberId()]],
    messages: ['Ali Rahimi partner sms safe 4'],
    steps: { 'answer press': 'dropped' },
  })
  expect(await row()).toMatchObject({ status: 'acknowledged', safe_at: house.clock.now(), closed_at: null, rounds: 4 })
  seconds(5)
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  expect((await came()).messages).toEqual([])
})

test('a press after ‘Jag är trygg’ undoes it', async () => {
  await taken()
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  seconds(5)
  await press(house, street.member, { message: 'Han är tillbaka' })
  expect((await row()).safe_at).toBeNull()
})

test('a press after cancelling reopens the alarm with all steps, and each reopening delays the call longer', async () => {
  const off = async () => {
    seconds(5)
    valueFrom(await saySafe(house, street.member.signedIn, alarmId))
    await workOff(house)
    seconds(5)
  }
  await off()
  await press(house, street.member, { message: 'Igen', latitude: '59.2', longitude: '18.0' })
  expect(await came()).toEqual({
    history: [
      ['pressed', 'member', memberId(), { urgency: 2 }],
      ['reopened', 'system', { times: 1 }],
      ['called_again', 'system', { people: 1, why: 'press' }],
    ],
    messages: ['Ali Rahimi partner sms call 3'],
    steps: pace,
  })
  const now = house.clock.now()
  expect(await row()).toMatchObject({
    ...{ status: 'new', reopenings: 1, reopenable: false, closed_at: null, safe_at: null, waiting_since: now },
    called_at: now,
  })
  await workOff(house)
  await off()
  await press(house, street.member, { message: 'Och igen' })
  expect(await came()).toMatchObject({
    history: [
      ['pressed', 'member', memberId(), { urgency: 3 }],
      ['reopened', 'system', { times: 2 }],
    ],
    messages: [],
    steps: { ...pace, press: 10 },
  })
  expect(await row()).toMatchObject({ reopenings: 2, called_at: now })
})

test('arriving drops the release step and arms ‘ask taker’, once and only for the taker', async () => {
  refusalFrom(await arrive(house, street.guard, alarmId))
  await taken()
  await press(house, street.member, { message: 'Igen' })
  seconds(5)
  const heard = await heardDuring(house, async () => {
    valueFrom(await arrive(house, street.guard, alarmId))
  })
  expect(heard.map(({ alarm }) => alarm)).toContain(alarmId)
  expect(await came()).toEqual({
    history: [['arrived', 'partner', street.guardId]],
    messages: [],
    steps: { release: 'dropped', 'answer press': 'dropped', 'ask taker': 3_600 },
  })
  const now = house.clock.now()
  expect(await row()).toMatchObject({ status: 'on_site', on_site_at: now })
  seconds(5)
  valueFrom(await arrive(house, street.guard, alarmId))
  refusalFrom(await arrive(house, { ...street.guard, guardId: null }, alarmId))
  refusalFrom(await arrive(house, operator(), alarmId))
  expect((await came()).history).toEqual([])
  expect((await row()).on_site_at).toEqual(now)
})

test('arriving, a press or handing back undoes that the alarm was said to be false', async () => {
  await taken()
  const sayIt = async () =>
    valueFrom(await sayFalse(house, street.guard, alarmId, { reason: 'slip', press: await newest() }))
  const newest = async () =>
    (
      await house.db
        .selectFrom('alarm_updates')
        .select('id')
        .where('alarm_id', '=', alarmId)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    )?.id ?? ''
  await sayIt()
  seconds(5)
  valueFrom(await arrive(house, street.guard, alarmId))
  expect((await came()).history).toEqual([
    ['arrived', 'partner', street.guardId],
    ['not_false', 'partner', street.guardId],
  ])
  await sayIt()
  seconds(5)
  await press(house, street.member, { message: 'Igen' })
  expect((await came()).history).toEqual([
    ['pressed', 'member', memberId(), { urgency: 2 }],
    ['not_false', 'member', memberId()],
  ])
  await sayIt()
  seconds(5)
  valueFrom(await handBack(house, street.guard, alarmId))
  expect((await came()).history.map(([kind, who]) => [kind, who])).toEqual([
    ['handed_back', 'partner'],
    ['not_false', 'system'],
    ['called_again', 'system'],
  ])
})

test('handing back clears the taker and companions, calls everybody and arms all steps anew', async () => {
  refusalFrom(await handBack(house, street.guard, alarmId))
  const colleague = await employGuard(house, street.companyId, { name: 'Kia Kollega' })
  await taken()
  valueFrom(await arrive(house, street.guard, alarmId))
  valueFrom(await comesToo(house, { ...street.guard, guardId: colleague }, alarmId))
  await press(house, street.member, { message: 'Igen' })
  await workOff(house)
  seconds(5)
  refusalFrom(await handBack(house, { ...street.guard, guardId: colleague }, alarmId))
  const heard = await heardDuring(house, async () => {
    valueFrom(await handBack(house, street.guard, alarmId, { why: 'far' }))
  })
  expect(heard.map(({ alarm }) => alarm)).toContain(alarmId)
  const { history, messages, steps } = await came()
  expect(history).toEqual([
    ['handed_back', 'partner', street.guardId, { why: 'far' }],
    ['called_again', 'system', { people: 2, why: 'handed back' }],
  ])
  expect(messages.toSorted()).toEqual(['Ali Rahimi partner sms call 5', 'Kia Kollega partner sms call 5'])
  expect(steps).toEqual({ ...pace, 'ask taker': 'dropped', 'answer press': 'dropped' })
  const nobody = { taken_by_company: null, taken_by_guard: null, taken_by_operator: null, taken_by_system: null }
  expect(await row()).toMatchObject({
    ...nobody,
    ...{ status: 'new', taker_company_name: null, taken_at: null, on_site_at: null, reopenable: false },
    waiting_since: house.clock.now(),
  })
  const coming = house.db.selectFrom('alarm_companions').select('left_at').where('alarm_id', '=', alarmId)
  expect(await coming.execute()).toEqual([{ left_at: house.clock.now() }])
})

test('handing back with nobody on duty widens the alarm at once', async () => {
  await taken()
  await house.db.updateTable('guards').set({ on_duty_since: null, on_duty_until: null }).execute()
  valueFrom(await handBack(house, street.guard, alarmId))
  expect((await came()).steps).toMatchObject({ ...pace, widen: 0 })
})

test('an operator’s hand-back tells the taker; handing back after ‘Jag är trygg’ cancels the alarm', async () => {
  await taken()
  valueFrom(await handBack(house, operator(), alarmId))
  expect((await came()).messages).toEqual(['Ali Rahimi partner sms call 3', 'Ali Rahimi partner sms released 3'])
  expect((await came()).history[0]).toEqual(['handed_back', 'operator', operator().personId])
  await workOff(house)
  seconds(5)
  await taken()
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  await workOff(house)
  seconds(5)
  valueFrom(await handBack(house, street.guard, alarmId))
  expect(await came()).toEqual({
    history: [
      ['handed_back', 'partner', street.guardId],
      ['cancelled', 'system'],
    ],
    messages: [],
    steps: { release: 'dropped' },
  })
  expect(await row()).toMatchObject({ status: 'cancelled', closed_at: house.clock.now() })
})

test('a press within ten minutes of cancelling reopens the alarm, and a later one makes a new alarm', async () => {
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  seconds(600)
  expect((await press(house, street.member, { message: 'Igen' })).alarmId).toBe(alarmId)
  valueFrom(await saySafe(house, street.member.signedIn, alarmId))
  seconds(600.001)
  const other = await press(house, street.member, { message: 'Igen' })
  expect(other).toMatchObject({ joined: false })
  expect((await row()).reopenable).toBe(false)
})
