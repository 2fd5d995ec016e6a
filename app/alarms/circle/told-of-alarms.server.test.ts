import { expect, test } from 'vitest'
import { readFollowedAlarm } from '~/alarms/history/alarm-view-store.server'
import { forgetReporter } from '~/alarms/history/forget-store.server'
import { findIncidents } from '~/alarms/watch/audit-store.server'
import { nameOne, openNeighbourhood, press, textsTo, workOff } from '../../../test/support/alarms'
import { employGuard, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { closeAlarm } from '../answer/close-alarm.server'
import { openLink } from '../answer/open-link.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { handBack } from '../engine/follow-up.server'
import { saySafe } from '../raise/say-safe.server'
import { takeOver } from '../together/take-over.server'
import { leaveCircle } from './answer-question.server'
import { readOwnCircle, removePerson } from './change-circle.server'
import { leaveByAlarmLink, readWatchedAlarm } from './follow-alarm.server'

const house = useHouse()

/** The alarm SMS sent to a phone, without their links. Excludes the invitation SMS. */
const toldTo = (phone: string) =>
  textsTo(house, phone).flatMap((text) => (text.includes('/larm/') ? text.replace(/ \S+\/larm\/\S+$/, '') : []))
const tokenTo = (phone: string) => /\/larm\/([\w-]+)\/folj/.exec(textsTo(house, phone).at(-1) ?? '')?.[1] ?? ''

const nobodyYet = 'Eva har larmat. Ingen har tagit larmet än. Ring 112 om du tror att det är fara. Kvartera.'
const nobodyNow = nobodyYet.replace('än', 'just nu')
const taken = 'Eva har larmat. Vakt AB (Ali) har tagit larmet.'
const over = 'Larmet från Eva är över.'

test('the circle is told at once, when the alarm is taken, when nobody has it any more, and when it is over', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member)
  const { alarmId, partners } = await press(house, member)
  expect(partners).toBe(1)
  await workOff(house)
  expect(toldTo(phone)).toEqual([nobodyYet])
  // A new round of calls does not repeat to the circle what they already know.
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(toldTo(phone)).toHaveLength(1)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  const name = await guardName()
  expect(toldTo(phone).slice(1)).toEqual([taken.replace('Ali', name)])
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  expect(toldTo(phone).slice(2)).toEqual([nobodyNow])
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(toldTo(phone).slice(3)).toEqual([over])

  async function guardName() {
    const row = await house.db
      .selectFrom('guards')
      .select('name')
      .where('id', '=', guard.guardId)
      .executeTakeFirstOrThrow()
    return row.name.split(' ')[0] ?? ''
  }
})

test('the circle is told who takes the alarm over, and not to ring a member who hides', async () => {
  const { member, guard, companyId } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member)
  const guardId = await employGuard(house, companyId, { name: 'Bo Ek' })
  const { alarmId } = await press(house, member, { hides: 'on' })
  await workOff(house)
  expect(toldTo(phone)).toEqual([nobodyYet.replace(' Kvartera.', ' Ring inte Eva, som gömmer sig. Kvartera.')])
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await takeOver(house, { kind: 'partner', companyId, guardId, via: 'page' }, alarmId))
  await workOff(house)
  expect(toldTo(phone).slice(1)).toEqual([
    'Eva har larmat. Vakt AB (Bo) har tagit larmet. Ring inte Eva, som gömmer sig.',
  ])
  expect(await readWatchedAlarm(house, tokenTo(phone))).toMatchObject({ isHiding: true, takerName: 'Vakt AB (Bo)' })
})

test('a person told of unanswered alarms is told after five minutes, and one told at once is told again then', async () => {
  const { member } = await openNeighbourhood(house)
  const [late, early] = [await nameOne(house, member, { told: 'unanswered' }), await nameOne(house, member)]
  await press(house, member)
  await workOff(house)
  expect([toldTo(late.phone), toldTo(early.phone)]).toEqual([[], [nobodyYet]])
  house.clock.forward({ minutes: 5 })
  await workOff(house)
  expect(toldTo(late.phone)).toEqual([nobodyNow])
  expect(toldTo(early.phone)).toEqual([nobodyYet, nobodyNow])
})

test('a person told of unanswered alarms hears nothing of one that is taken in time', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member, { told: 'unanswered' })
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(toldTo(phone)).toEqual([])
})

test('the circle is not told of an alarm cancelled before its message left, and is told when it is reopened', async () => {
  const { member } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member)
  const { alarmId } = await press(house, member)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  expect(toldTo(phone)).toEqual([])
  await press(house, member)
  await workOff(house)
  expect(toldTo(phone)).toEqual([nobodyNow])
})

test('a test is told only to people chosen for tests, and is marked as TEST', async () => {
  const { member } = await openNeighbourhood(house)
  const [none, asked] = [await nameOne(house, member), await nameOne(house, member, { toldOfTests: 'on' })]
  await press(house, member, { test: 'on' })
  await workOff(house)
  expect(toldTo(none.phone)).toEqual([])
  expect(toldTo(asked.phone)).toEqual([`TEST, inget larm: ${nobodyYet}`])
})

test('the circle counts neither as reached nor as help sent, so ‘nobody to call’ is still an incident', async () => {
  const member = await joinAsMember(house, { postcode: newPostcode() })
  await nameOne(house, member)
  const { alarmId, partners } = await press(house, member)
  expect(partners).toBe(0)
  await workOff(house)
  const followed = await readFollowedAlarm(house.db, alarmId, house.clock.now())
  expect(followed).toMatchObject({ recipients: 0, sentTo: 0, reached: 0 })
  house.clock.forward({ minutes: 1 })
  const found = await findIncidents(house.db, house.clock.now(), { isReported: true })
  expect(found.filter((one) => one.alarmId === alarmId).map(({ kind }) => kind)).toContain('nobody to call')
})

test('a circle link shows the state without place, surname or message, and expires a day after the end', async () => {
  const { member, guard, postcode } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member)
  const { alarmId } = await press(house, member, { latitude: '59.278612', longitude: '18.01', accuracy: '10' })
  await workOff(house)
  const token = tokenTo(phone)
  const shown = await readWatchedAlarm(house, token)
  expect(shown).toMatchObject({ state: 'new', memberName: 'Eva', takerName: null, isWalk: false })
  expect(JSON.stringify(shown)).not.toMatch(new RegExp(`Lind|huset|59\\.2786|${postcode}|070-|\\+4670`))
  // A circle link is no partner link: it cannot take the alarm.
  expect(await openLink(house, token)).toBeNull()
  valueFrom(await takeAlarm(house, guard, alarmId))
  expect(await readWatchedAlarm(house, token)).toMatchObject({ state: 'acknowledged' })
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved' }))
  house.clock.forward({ hours: 23 })
  expect(await readWatchedAlarm(house, token)).toMatchObject({ state: 'resolved' })
  house.clock.forward({ hours: 2 })
  expect(await readWatchedAlarm(house, token)).toBeNull()
})

test('a person who leaves or is removed during an alarm is told no more, sees no more, and is erased from it', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const [leaves, goes, removed] = [
    await nameOne(house, member),
    await nameOne(house, member, { name: 'Grannen' }),
    await nameOne(house, member, { name: 'Brorsan' }),
  ]
  const { alarmId } = await press(house, member)
  await workOff(house)
  const tokens = [leaves, goes, removed].map(({ phone }) => tokenTo(phone))
  valueFrom(await leaveCircle(house, leaves.secret))
  valueFrom(await leaveByAlarmLink(house, tokens[1] ?? ''))
  const [last] = await readOwnCircle(house, member.signedIn)
  valueFrom(await removePerson(house, member.signedIn, { id: last?.id ?? '' }))
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  for (const { phone } of [leaves, goes, removed]) expect(toldTo(phone)).toEqual([nobodyYet])
  for (const token of tokens) expect(await readWatchedAlarm(house, token)).toBeNull()
  const told = await house.db
    .selectFrom('alarm_recipients')
    .select(['name', 'phone'])
    .where('alarm_id', '=', alarmId)
    .where('role', '=', 'circle')
    .execute()
  expect(told).toEqual(Array(3).fill({ name: '', phone: null }))
})

test('forgetReporter deletes the recipients whom the member had named', async () => {
  const { member } = await openNeighbourhood(house)
  const { phone } = await nameOne(house, member)
  await press(house, member)
  await workOff(house)
  await house.db.transaction().execute((db) => forgetReporter(db, member.signedIn.person.id))
  const told = await house.db.selectFrom('alarm_recipients').select('id').where('phone', '=', phone).execute()
  expect(told).toEqual([])
})
