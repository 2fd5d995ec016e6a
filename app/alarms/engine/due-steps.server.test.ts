import type { Insertable } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { SafetyAlarms } from '../../../db/schema'
import { addPartner, alarmRow, nameOne, placeAlarm } from '../../../test/support/alarms'
import { newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { heardDuring, whatCameOf } from '../../../test/support/told/what-came-of'
import type { StepKind } from '../alarm'
import { defaultPolicy } from '../watch/policy'
import { upsertPolicy } from '../watch/policy-store.server'
import { carryOutSteps, PoisonedSteps } from './carry-out-steps.server'

/** What each due step leaves behind, for alarms that differ in one thing and are processed together. */

const house = useHouse()
let now: Date
let postcode: string
let partner: Awaited<ReturnType<typeof addPartner>>
const from = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const empty = newPostcode()

beforeEach(async () => {
  await house.db.updateTable('profiles').set({ user_role: 'member', member_status: 'trial' }).execute()
  await house.db.deleteFrom('alarm_steps').execute()
  house.clock.forward({})
  now = house.clock.now()
  postcode = newPostcode()
  partner = await addPartner(house, postcode)
  await joinAsAdmin(house)
})

const anAlarm = (given: Partial<Insertable<SafetyAlarms>> = {}) => placeAlarm(house, from(-60), { postcode, ...given })
const taken = () => ({
  ...{ status: 'acknowledged' as const, taken_by_company: partner.companyId, taken_by_guard: partner.guardId },
  taken_at: from(-30),
})

async function due(kind: StepKind, alarms: string[], given: { isTest?: boolean; most?: number; but?: string[] } = {}) {
  const { isTest = false, most = 25, but = [] } = given
  for (const alarm_id of alarms) {
    const step = { alarm_id, kind, armed_at: from(-60), due_at: from(-1), is_test: isTest }
    await house.db.insertInto('alarm_steps').values(step).execute()
  }
  return carryOutSteps(house, isTest, most, but)
}
const came = (id: string) => whatCameOf(house, id)
const none = (kind: StepKind) => ({ history: [], messages: [], steps: { [kind]: 'done' } })
const row = (id: string) => alarmRow(house.db, id)

test('‘call again’ calls everyone while the alarm is new, and repeats for an hour after the member was told', async () => {
  await upsertPolicy(house.db, empty, { ...defaultPolicy, tellMemberS: 77 }, now)
  const [fresh, alone, theirs, told, toldElsewhere, old, edge, pressed, long] = await Promise.all([
    anAlarm(),
    anAlarm({ postcode: empty }),
    anAlarm(taken()),
    anAlarm({ told_nobody_at: from(-1) }),
    anAlarm({ told_nobody_at: from(-1), postcode: empty }),
    anAlarm({ told_nobody_at: from(-1), created_at: from(-3_600.001) }),
    anAlarm({ told_nobody_at: from(-1), created_at: from(-3_600) }),
    anAlarm({ told_nobody_at: from(-1), created_at: from(-9_000), waiting_since: from(-3_600) }),
    anAlarm({ told_nobody_at: from(-1), created_at: from(-60), waiting_since: from(-3_600.001) }),
  ])
  const all = [fresh, alone, theirs, told, toldElsewhere, old, edge, pressed, long]
  let done = 0
  const heard = await heardDuring(house, async () => {
    done = await due('call again', all)
  })
  expect(done).toBe(9)
  expect(heard.map(({ alarm }) => alarm).toSorted()).toEqual(all.toSorted())
  const again = { history: [['called_again', 'system', { people: 1 }]], messages: ['Bo Ek partner sms call 2'] }
  expect(await came(fresh)).toEqual({ ...again, steps: { 'call again': 'done' } })
  expect(await came(alone)).toEqual({ ...none('call again'), history: [['called_again', 'system']] })
  expect(await came(theirs)).toEqual(none('call again'))
  expect((await row(theirs)).rounds).toBe(1)
  expect(await came(told)).toEqual({ ...again, steps: { 'call again': 300 } })
  expect((await came(toldElsewhere)).steps).toEqual({ 'call again': 77 })
  for (const over of [old, long]) expect((await came(over)).steps).toEqual({ 'call again': 'done' })
  for (const within of [edge, pressed]) expect((await came(within)).steps).toEqual({ 'call again': 300 })
  expect(await due('call again', [theirs])).toBe(1)
})

test('a due ‘press’ step calls everyone again, and does nothing for an alarm that is taken', async () => {
  const [pressed, theirs] = [await anAlarm(), await anAlarm(taken())]
  expect(await due('press', [pressed, theirs])).toBe(2)
  expect((await came(pressed)).history).toEqual([['called_again', 'system', { people: 1 }]])
  expect(await came(theirs)).toEqual(none('press'))
})

test('‘ring’ repeats as often as the policy says, never sooner than its pause, and does nothing for a taken alarm', async () => {
  await house.db.updateTable('guards').set({ rings: 'alarms' }).where('id', '=', partner.guardId).execute()
  await upsertPolicy(house.db, postcode, { ...defaultPolicy, ringTimes: 2 }, now)
  const [first, last, rested, enough, theirs, nobody] = await Promise.all([
    anAlarm({ created_at: from(-500) }),
    anAlarm({ created_at: from(-500) }),
    anAlarm({ created_at: from(-500) }),
    anAlarm({ created_at: from(-500) }),
    anAlarm(taken()),
    anAlarm({ postcode: empty }),
  ])
  const rang = (alarm_id: string, ...ago: number[]) =>
    Promise.all(
      ago.map((seconds) =>
        house.db
          .insertInto('alarm_steps')
          .values({
            ...{ alarm_id, kind: 'ring' as const, armed_at: from(-400), due_at: from(-400), is_test: false },
            ...{ state: 'done' as const, settled_at: from(-seconds) },
          })
          .execute(),
      ),
    )
  await rang(last, 90)
  await rang(rested, 50)
  await rang(enough, 100, 200)
  await due('ring', [first, last, rested, enough, theirs, nobody])
  const voice = { history: [['rung', 'system', { people: 1 }]], messages: ['Bo Ek partner voice call 2'] }
  expect(await came(first)).toEqual({ ...voice, steps: { ring: 90 } })
  expect(await came(last)).toEqual({ ...voice, steps: { ring: 'done' } })
  expect(await came(rested)).toEqual({ history: [], messages: [], steps: { ring: 40 } })
  expect(await came(enough)).toEqual(none('ring'))
  expect(await came(theirs)).toEqual(none('ring'))
  expect(await came(nobody)).toEqual({ history: [], messages: [], steps: { ring: 90 } })
  // The same for an alarm on its own.
  const alone = await anAlarm()
  await due('ring', [alone])
  expect(await came(alone)).toEqual({ ...voice, steps: { ring: 90 } })
})

test('‘widen’ widens a new alarm and does nothing for one that is taken', async () => {
  const [new_, theirs] = [await anAlarm(), await anAlarm(taken())]
  await due('widen', [new_, theirs])
  expect((await came(new_)).history).toEqual([['widened', 'system', { people: 0, operators: 1 }]])
  expect((await row(new_)).widened_at).toEqual(now)
  expect(await came(theirs)).toEqual(none('widen'))
  expect((await row(theirs)).widened_at).toBeNull()
  expect(await due('widen', [theirs])).toBe(1)
  expect((await row(theirs)).rounds).toBe(1)
})

test('‘tell member’ tells each member and their circle that nobody has answered, and does nothing if it is taken', async () => {
  const members: Resident[] = []
  for (const name of ['Eva Lind', 'Ulla Berg', 'Tage Falk']) members.push(await joinAsMember(house, { name, postcode }))
  const [eva, ulla, tage] = members as [Resident, Resident, Resident]
  await nameOne(house, eva, { name: 'Dottern' })
  await nameOne(house, eva, { name: 'Systern', told: 'unanswered' })
  await nameOne(house, tage, { name: 'Sonen' })
  now = house.clock.now()
  const by = ({ signedIn }: Resident) => ({ reported_by: signedIn.person.id })
  const [evas, ullas, tages, nobodys] = [
    await anAlarm(by(eva)),
    await anAlarm(by(ulla)),
    await anAlarm({ ...by(tage), ...taken() }),
    await anAlarm(),
  ]
  await due('tell member', [evas, ullas, tages, nobodys])
  const said = { history: [['told_nobody', 'system']], steps: { 'tell member': 'done', 'call again': 300 } }
  const { messages, ...rest } = await came(evas)
  expect(rest).toEqual(said)
  expect(messages.toSorted()).toEqual([
    'Dottern circle sms call 2',
    'Eva Lind member mail nobody 2',
    'Eva Lind member sms nobody 2',
    'Systern circle sms call 2',
  ])
  const own = await came(ullas)
  expect(own.messages.toSorted()).toEqual(['Ulla Berg member mail nobody 2', 'Ulla Berg member sms nobody 2'])
  expect(await came(nobodys)).toEqual({ ...said, messages: [] })
  expect(await came(tages)).toEqual(none('tell member'))
  expect(await row(evas)).toMatchObject({ rounds: 2, told_nobody_at: now })
  expect(await row(tages)).toMatchObject({ rounds: 1, told_nobody_at: null })
  expect(await due('tell member', [tages])).toBe(1)
})

test.each(['release', 'answer press'] as const)(
  'a taker who is silent until %s is due loses the alarm, everyone is called again, and the taker is told',
  async (kind) => {
    const [theirs, onSite, safe, new_, over] = await Promise.all([
      anAlarm(taken()),
      anAlarm({ ...taken(), status: 'on_site', on_site_at: from(-5) }),
      anAlarm({ ...taken(), safe_at: from(-5) }),
      anAlarm(),
      anAlarm({ ...taken(), status: 'resolved', closed_at: from(-5) }),
    ])
    await due(kind, [theirs, onSite, safe, new_, over])
    for (const lost of [theirs, onSite]) {
      const { history, messages, steps } = await came(lost)
      expect(history).toEqual([
        ['released', 'system'],
        ['called_again', 'system', { people: 1, why: 'released' }],
      ])
      expect(messages).toEqual(['Bo Ek partner sms call 2', 'Bo Ek partner sms released 2'])
      expect(steps).toMatchObject({ [kind]: 'done', 'call again': 60, widen: 120 })
      expect(await row(lost)).toMatchObject({ status: 'new', taken_by_guard: null, waiting_since: now })
    }
    expect(await came(safe)).toMatchObject({
      history: [
        ['released', 'system'],
        ['cancelled', 'system'],
      ],
      messages: ['Bo Ek partner sms closed 2'],
    })
    expect(await row(safe)).toMatchObject({ status: 'cancelled', closed_at: now })
    for (const other of [new_, over]) expect(await came(other)).toEqual(none(kind))
  },
)

test('‘ask taker’ tells the operators every hour while the taker is on site, and does nothing otherwise', async () => {
  const [onSite, onTheWay] = [
    await anAlarm({ ...taken(), status: 'on_site', on_site_at: from(-3_600) }),
    await anAlarm(taken()),
  ]
  await due('ask taker', [onSite, onTheWay])
  expect(await came(onSite)).toEqual({
    history: [['asked_taker', 'system']],
    messages: ['Eva Lind operator mail late 2'],
    steps: { 'ask taker': 3_600 },
  })
  expect((await row(onSite)).rounds).toBe(2)
  expect(await came(onTheWay)).toEqual(none('ask taker'))
})

test('‘end test’ ends an open test that cannot be reopened, and leaves a real alarm’s steps alone', async () => {
  const [tested, over, real] = [
    await anAlarm({ is_test: true }),
    await anAlarm({ is_test: true, status: 'cancelled', closed_at: from(-5) }),
    await anAlarm(),
  ]
  await house.db
    .insertInto('alarm_steps')
    .values({ alarm_id: real, kind: 'widen', armed_at: from(-60), due_at: from(-1), is_test: false })
    .execute()
  expect(await due('end test', [tested, over], { isTest: true })).toBe(2)
  expect(await came(tested)).toMatchObject({ history: [['test_ended', 'system', { reached: 0 }]], messages: [] })
  expect(await row(tested)).toMatchObject({ status: 'cancelled', closed_at: now, reopenable: false })
  expect(await row(over)).toMatchObject({ closed_at: from(-5) })
  expect((await came(over)).history).toEqual([])
  expect((await came(real)).history).toEqual([])
})

test('carryOutSteps respects its batch size, leaves out alarms set aside, and skips locked ones until the next run', async () => {
  const alarms = [await anAlarm(), await anAlarm(), await anAlarm()]
  const [first = '', second = '', third = ''] = alarms
  expect(await due('widen', alarms, { most: 2, but: [first] })).toBe(2)
  expect((await came(first)).history).toEqual([])
  const theirs = await house.pool.connect()
  onTestFinished(() => theirs.release(true))
  await theirs.query('begin')
  await theirs.query('select from safety_alarms where id = $1 for no key update', [second])
  expect(await due('call again', [second, third], { but: [first] })).toBe(1)
  expect((await came(second)).steps).toEqual({ widen: 'done' })
  await theirs.query('rollback')
  expect(await carryOutSteps(house, false, 25, [first])).toBe(1)
  expect(await carryOutSteps(house, false, 25, [first])).toBe(0)
})

test.each([
  ['22003', true],
  ['57P05', false],
])(
  'a database error (%s, caused by the row: %s) names the due alarms only if a row caused it, and rolls back',
  async (code, isInRows) => {
    const alarms = [await anAlarm(), await anAlarm()]
    await house.asOwner(`
    create function spoil() returns trigger language plpgsql as $$ begin
      raise exception 'spoilt' using errcode = '${code}'; end $$;
    create trigger spoil before insert on alarm_timeline for each row execute function spoil()`)
    const fault = await due('widen', alarms).catch((error) => error)
    await house.asOwner('drop function spoil cascade')
    expect(fault instanceof PoisonedSteps).toBe(isInRows)
    expect((isInRows ? fault.cause : fault).code).toBe(code)
    if (isInRows) expect(fault.alarmIds.toSorted()).toEqual(alarms.toSorted())
    // The failed transaction was rolled back: both steps are still due.
    expect(await carryOutSteps(house, false, 25)).toBe(2)
  },
)
