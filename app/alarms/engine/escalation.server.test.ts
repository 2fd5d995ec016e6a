import { expect, test } from 'vitest'
import { voiceUnanswered } from '~/platform/voice/voice.server'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
  dropWorkAfterEach,
  historyOf,
  minutesGoBy,
  openNeighbourhood,
  press,
  stepsOf,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, newPhone, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { companyOf } from '../../../test/support/sponsorship'
import { takeAlarm } from '../answer/take-alarm.server'
import { readFollowedAlarm } from '../history/alarm-view-store.server'
import { lampsOf } from '../history/lamps'
import { howItGoesOn, tooLong } from '../member/how-it-goes-on'
import { readOperatorCallees, readTakerCallees } from '../raise/callee-store.server'
import { saySafe } from '../raise/say-safe.server'
import { defaultPolicy } from '../watch/policy'
import { upsertPolicy } from '../watch/policy-store.server'
import { savePolicy } from '../watch/save-policy.server'
import { handBack } from './follow-up.server'
import { beat } from './step-store.server'

const house = useHouse()
dropWorkAfterEach(house)
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })

test('each escalation step happens at its deadline and never before', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  const began = ['raised', 'called']
  const happened: [number, string[]][] = [
    [59, []],
    [2, ['called_again']],
    [58, ['called_again']],
    [2, ['called_again', 'widened']],
    [178, ['called_again', 'widened']],
    [2, ['called_again', 'widened', 'told_nobody']],
  ]
  for (const [forward, expected] of happened) {
    seconds(forward)
    await workOff(house)
    expect(await historyOf(house.db, alarmId)).toEqual([...began, ...expected])
  }
  expect(textsTo(house, phone)).toHaveLength(2)
  expect(textsTo(house, phone)[1]).toMatch(/^Väntar ännu på svar: LARM/)
  const told = house.texted.sent.filter(({ text }) => text.includes('Ring 112'))
  expect(told).toHaveLength(1)
})

test('everyone is called again for an hour, after which the alarm stays open and the page says that calling has stopped', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const goesOn = async () => howItGoesOn((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.next !== null)
  await workOff(house)
  expect(await goesOn()).toBe('Vi fortsätter att larma.')
  await minutesGoBy(house, 90, async (minute) => {
    if (minute < 60) expect(await goesOn(), `minute ${minute}`).toBe('Vi fortsätter att larma.')
  })
  // The member's page must not say that calling goes on when it does not.
  expect(await goesOn()).toContain('larmar inte längre av oss själva')
  expect(textsTo(house, phone).length).toBeGreaterThan(10)
  expect(textsTo(house, phone).length).toBeLessThan(17)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  await press(house, member, { message: 'Kom nu' })
  expect(await goesOn()).toBe('Vi fortsätter att larma.')
})

test('when every call has failed, the member’s page never says that a message is on its way', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const read = async () => {
    const alarm = await readFollowedAlarm(house.db, alarmId, house.clock.now())
    if (!alarm) throw new Error('It is not there')
    return [lampsOf(alarm)[1]?.title, tooLong(alarm), howItGoesOn(alarm.next !== null)]
  }
  const first = await read()
  expect(first.slice(0, 2)).toEqual(['På väg ut till 1', 'Ingen har svarat än – ring 112'])
  const failed = { kind: 'permanent', reason: 'numret finns inte' } as const
  const nextFail = () => {
    house.texted.answers = Array.from({ length: 50 }, () => failed)
  }
  nextFail()
  await workOff(house)
  await minutesGoBy(house, 80, async (minute) => {
    nextFail()
    if (minute === 11) {
      expect(await read()).toEqual([
        'Inte framme hos någon än',
        'Vi har inte nått någon än – ring 112',
        'Vi fortsätter att larma.',
      ])
    }
  })
  expect(textsTo(house, phone).length).toBeGreaterThan(10)
  const [lamp, title, goesOn] = await read()
  expect([lamp, title]).toEqual(['Inte framme hos någon än', 'Vi har inte nått någon än – ring 112'])
  expect(goesOn).toContain('larmar inte längre av oss själva')
})

test('after an outage each missed step is carried out once and in order', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  house.clock.forward({ hours: 3 })
  await Promise.all([workOff(house), workOff(house), workOff(house)])
  expect((await historyOf(house.db, alarmId)).slice(0, 5)).toEqual([
    'raised',
    'called',
    'called_again',
    'widened',
    'told_nobody',
  ])
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ widen: 'done', 'tell member': 'done' })
})

test('deadlines move back with the clock when it is set back half an hour', async () => {
  const { member } = await openNeighbourhood(house)
  await beat(house.db, house.clock, 5)
  const { alarmId } = await press(house, member)
  seconds(30)
  await beat(house.db, house.clock, 5)
  house.clock.forward({ minutes: -30 })
  expect(await beat(house.db, house.clock, 5)).toBeCloseTo(1_800, 0)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  await workOff(house)
  // Sent at once, although the message was queued at a time that the set-back clock has yet to reach.
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
  seconds(29)
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called'])
  seconds(2)
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'called_again'])
})

test('a press whose time was taken before the clock was set back moves back as well, within a minute', async () => {
  const { member } = await openNeighbourhood(house)
  await beat(house.db, house.clock, 5)
  house.clock.forward({ minutes: -30 })
  await beat(house.db, house.clock, 5)
  // This transaction took its time before the clock went back.
  house.clock.forward({ minutes: 30 })
  const { alarmId } = await press(house, member)
  house.clock.forward({ minutes: -30 })
  seconds(1)
  expect(await beat(house.db, house.clock, 5)).toBe(0)
  await workOff(house)
  expect(await deliveriesOf(house.db, alarmId)).toEqual(['sms call 1 sent'])
  seconds(62)
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toContain('called_again')
})

test('two presses, before and after the clock is set back, each lead to a call', async () => {
  const { member, phone } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  house.clock.forward({ minutes: -30 })
  await press(house, member, { message: 'Igen' })
  await workOff(house)
  seconds(21)
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(2)
})

test('a guard who comes on duty during an alarm is called with the next round', async () => {
  const { member, companyId } = await openNeighbourhood(house)
  await press(house, member)
  await workOff(house)
  const phone = newPhone()
  await employGuard(house, companyId, { phone })
  seconds(61)
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(1)
})

test('operators on duty are called, and all of them if none is on duty', async () => {
  const [first, second] = [await joinAsAdmin(house), await joinAsAdmin(house)]
  const mailsOf = async () => {
    const { member } = await openNeighbourhood(house)
    const { alarmId } = await press(house, member)
    seconds(121)
    await workOff(house)
    const rows = await house.db
      .selectFrom('alarm_recipients')
      .select('email')
      .where('alarm_id', '=', alarmId)
      .where('role', '=', 'operator')
      .execute()
    return rows.map(({ email }) => email)
  }
  expect(await mailsOf()).toEqual(expect.arrayContaining([first.email, second.email]))
  await house.db
    .insertInto('operator_duties')
    .values({ profile_id: second.signedIn.person.id, since: house.clock.now() })
    .execute()
  expect(await mailsOf()).toEqual([second.email])
  await house.db.deleteFrom('operator_duties').execute()
})

test('the duty of somebody who is no longer an administrator does not keep other operators from being called', async () => {
  const [left, still] = [await joinAsAdmin(house), await joinAsAdmin(house)]
  const since = house.clock.now()
  await house.db.insertInto('operator_duties').values({ profile_id: left.signedIn.person.id, since }).execute()
  await house.db
    .updateTable('profiles')
    .set({ user_role: 'member', member_status: 'trial' })
    .where('id', '=', left.signedIn.person.id)
    .execute()
  const called = (await readOperatorCallees(house.db)).map(({ email }) => email)
  expect(called).toContain(still.email)
  expect(called).not.toContain(left.email)
  await house.db.deleteFrom('operator_duties').execute()
})

test('an operator is called by SMS only at a verified number', async () => {
  const admin = await joinAsAdmin(house)
  const { id: profileId } = admin.signedIn.person
  const phone = newPhone()
  await house.db.updateTable('profiles').set({ phone, phone_verified_at: null }).where('id', '=', profileId).execute()
  await house.db.insertInto('operator_duties').values({ profile_id: profileId, since: house.clock.now() }).execute()
  const nobodyComes = async () => {
    const { member } = await openNeighbourhood(house)
    await press(house, member)
    seconds(121)
    await workOff(house)
  }
  await nobodyComes()
  expect(textsTo(house, phone)).toEqual([])
  await house.db
    .updateTable('profiles')
    .set({ phone_verified_at: house.clock.now() })
    .where('id', '=', profileId)
    .execute()
  await nobodyComes()
  expect(textsTo(house, phone)).toHaveLength(1)
  await house.db.deleteFrom('operator_duties').execute()
})

test('an operator or owner who has an alarm is told by SMS only at a verified number', async () => {
  const admin = await joinAsAdmin(house)
  const postcode = newPostcode()
  const owner = await joinAsCompany(house, { postcode })
  const { id: companyId } = await companyOf(house, owner)
  const people = [admin.signedIn.person.id, owner.signedIn.person.id]
  const phones = async () => {
    const byOperator = { takenByCompany: null, takenByGuard: null, takenByOperator: admin.signedIn.person.id }
    const byOwner = { takenByCompany: companyId, takenByGuard: null, takenByOperator: null }
    const takers = [await readTakerCallees(house.db, byOperator), await readTakerCallees(house.db, byOwner)]
    return takers.flat().map(({ phone }) => phone)
  }
  const prove = (at: Date | null) =>
    house.db
      .updateTable('profiles')
      .set({ phone: '+46701740677', phone_verified_at: at })
      .where('id', 'in', people)
      .execute()
  await prove(null)
  expect(await phones()).toEqual([null, null])
  await prove(house.clock.now())
  expect(await phones()).toEqual(['+46701740677', '+46701740677'])
})

test('an admin’s new policy applies from the next alarm on and is recorded in the audit log', async () => {
  const admin = await joinAsAdmin(house)
  const { member, postcode } = await openNeighbourhood(house)
  const values = {
    ...{ callAgainS: '20', ringS: '25', ringTimes: '3', widenS: '40', tellMemberS: '90' },
    ...{ releaseS: '120', walkGraceS: '120', canaryDays: '14' },
  }
  valueFrom(await savePolicy(house, admin.signedIn, postcode, values))
  const { alarmId } = await press(house, member)
  seconds(21)
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'called_again'])
  const audit = await house.db
    .selectFrom('audit_log')
    .select(['deed', 'before', 'after'])
    .where('subject_id', '=', postcode)
    .execute()
  expect(audit).toMatchObject([{ deed: 'change alarm policy', before: defaultPolicy, after: { callAgainS: 20 } }])
})

test.each([
  [{ callAgainS: '5' }, 'callAgainS'],
  [{ callAgainS: '' }, 'callAgainS'],
  [{ ringS: '5' }, 'ringS'],
  [{ ringTimes: '21' }, 'ringTimes'],
  [{ callAgainS: '200' }, 'widenS'],
  [{ widenS: '400' }, 'tellMemberS'],
  [{ releaseS: '59' }, 'releaseS'],
])('an inconsistent policy is refused: %j', async (wrong, field) => {
  const admin = await joinAsAdmin(house)
  const values = {
    ...{ callAgainS: '60', ringS: '30', ringTimes: '5', widenS: '120', tellMemberS: '300' },
    ...{ releaseS: '600', walkGraceS: '300', canaryDays: '7', ...wrong },
  }
  const refusal = refusalFrom(await savePolicy(house, admin.signedIn, '12540', values))
  expect(Object.keys(refusal.fields)).toContain(field)
})

test('only an admin can change a policy', async () => {
  const member = await joinAsMember(house)
  await expect(savePolicy(house, member.signedIn, '12540', {})).rejects.toThrow('not allowed')
})

test('saving a policy twice overwrites the first', async () => {
  await upsertPolicy(house.db, '99999', { ...defaultPolicy, widenS: 77 }, house.clock.now())
  await upsertPolicy(house.db, '99999', { ...defaultPolicy, widenS: 78 }, house.clock.now())
  const row = await house.db.selectFrom('alarm_policies').select('widen_s').where('postcode', '=', '99999').execute()
  expect(row).toEqual([{ widen_s: 78 }])
})

test('‘noPartners’ is true once the called company may not be called any more, also when another has not been called yet', async () => {
  const { member, postcode, companyId } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  const noPartners = async () => (await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.noPartners
  expect(await noPartners()).toBe(false)
  await house.db.deleteFrom('security_partner_areas').where('company_id', '=', companyId).execute()
  expect(await noPartners()).toBe(true)
  await addPartner(house, postcode)
  // A partner that nobody has called yet does not count.
  expect(await noPartners()).toBe(true)
})

test('without a provider of phone calls no ring is sent or recorded when raised, pressed again, handed back or reopened', async () => {
  const { member, postcode, companyId, guard } = await openNeighbourhood(house)
  await employGuard(house, companyId, { phone: newPhone(), on_duty_since: house.clock.now(), rings: 'alarms' })
  await upsertPolicy(house.db, postcode, { ...defaultPolicy, ringS: 20 }, house.clock.now())
  const silent = { ...house, voice: voiceUnanswered }
  const { alarmId } = await press(silent, member)
  const later = async (minutes: number) => {
    house.clock.forward({ minutes })
    await workOff(silent)
  }
  await later(2)
  await press(silent, member, { message: 'Kom nu' })
  await later(2)
  valueFrom(await takeAlarm(silent, guard, alarmId))
  valueFrom(await handBack(silent, guard, alarmId))
  await later(2)
  valueFrom(await saySafe(silent, member.signedIn, alarmId))
  await later(2)
  await press(silent, member, { message: 'De är tillbaka' })
  await later(2)
  expect(await historyOf(house.db, alarmId)).toContain('reopened')
  expect(Object.keys(await stepsOf(house.db, alarmId))).not.toContain('ring')
  // Armed while there was a provider.
  const { alarmId: before } = await press(house, await joinAsMember(house, { postcode }))
  expect(await stepsOf(house.db, before)).toMatchObject({ ring: 'pending' })
  await later(2)
  expect(await stepsOf(house.db, before)).toMatchObject({ ring: 'done' })
  for (const id of [alarmId, before]) {
    expect(await historyOf(house.db, id)).not.toContain('rung')
    expect((await deliveriesOf(house.db, id)).filter((each) => each.startsWith('voice'))).toEqual([])
  }
})
