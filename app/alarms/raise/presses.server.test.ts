import { expect, test } from 'vitest'
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
  wordTo,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, newPhone, newPostcode, setAreas } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { ofMany } from '../../../test/support/pace/long'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { heardDuring } from '../../../test/support/told/what-came-of'
import { addNote } from '../answer/add-note.server'
import { closeAlarm } from '../answer/close-alarm.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { arrive, handBack } from '../engine/follow-up.server'
import { readLastPress } from '../history/alarm-store.server'
import { readAdminAlarms } from '../operator/read-admin.server'
import { hearPress } from './hear-press.server'
import { saySafe } from './say-safe.server'

const house = useHouse()
dropWorkAfterEach(house)
const seconds = (n: number) => house.clock.forward({ minutes: n / 60 })
const statusOf = async (alarmId: string) => (await alarmRow(house.db, alarmId)).status

async function openOnSite() {
  const street = await openNeighbourhood(house)
  const other = await addPartner(house, street.postcode)
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  valueFrom(await arrive(house, street.guard, alarmId))
  await workOff(house)
  return { ...street, other, alarmId }
}

test('a press on an alarm on site for days asks the taker first, and calls everybody after a minute of silence', async () => {
  const { member, phone, other, alarmId } = await openOnSite()
  house.clock.forward({ days: 5 })
  const hours = (n: number) => new Date(house.clock.now().getTime() + n * 3_600_000)
  await house.db
    .updateTable('guards')
    .set({ on_duty_since: hours(-1), on_duty_until: hours(5) })
    .where('company_id', '=', other.companyId)
    .execute()
  await workOff(house)
  const colleague = newPhone()
  await employGuard(house, other.companyId, { phone: colleague })
  const before = textsTo(house, other.phone).length
  await press(house, member, { message: 'Han är tillbaka' })
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/har larmat igen\. Svara JA \w\w/)
  expect(textsTo(house, other.phone)).toHaveLength(before)
  seconds(59)
  await workOff(house)
  expect(textsTo(house, other.phone)).toHaveLength(before)
  seconds(2)
  await workOff(house)
  expect(await statusOf(alarmId)).toBe('new')
  expect(textsTo(house, other.phone).at(-1)).toMatch(/LARM/)
  // A guard who has come on duty since is called too.
  expect(textsTo(house, colleague)).toHaveLength(1)
  // From here on the alarm escalates like any that nobody has taken.
  await minutesGoBy(house, 6)
  expect((await historyOf(house.db, alarmId)).slice(-4)).toEqual([
    'called_again',
    'called_again',
    'widened',
    'told_nobody',
  ])
})

test.each([
  ['a button', (street: Awaited<ReturnType<typeof openOnSite>>) => hearPress(house, street.guard, street.alarmId)],
  [
    'JA by SMS',
    ({ phone }: Awaited<ReturnType<typeof openOnSite>>) =>
      replyBySms(house, { fromPhone: phone, text: `JA ${wordTo(house, phone)}`, providerId: 'in' }),
  ],
  [
    'a note',
    (street: Awaited<ReturnType<typeof openOnSite>>) =>
      addNote(house, street.guard, street.alarmId, { message: 'Jag är hos henne' }),
  ],
  ['the member, who says they are safe,', ({ member, alarmId }) => saySafe(house, member.signedIn, alarmId)],
])('an answer by %s keeps the alarm with its taker', async (_, answer) => {
  const street = await openOnSite()
  await press(house, street.member, { message: 'Igen' })
  await workOff(house)
  expect((await stepsOf(house.db, street.alarmId))['answer press']).toBe('pending')
  await answer(street)
  await minutesGoBy(house, 3)
  expect(await statusOf(street.alarmId)).toBe('on_site')
})

test.each(['nobody has', 'somebody has', 'was called off'])(
  'a press on an alarm that %s is announced to open pages at once',
  async (whose) => {
    const { member, guard } = await openNeighbourhood(house)
    const { alarmId } = await press(house, member)
    if (whose === 'somebody has') valueFrom(await takeAlarm(house, guard, alarmId))
    if (whose === 'was called off') valueFrom(await saySafe(house, member.signedIn, alarmId))
    const heard = await heardDuring(house, () => press(house, member, { message: 'Igen' }))
    expect(heard.map(({ alarm }) => alarm)).toContain(alarmId)
  },
)

test('repeated presses do not postpone the deadline of the first', async () => {
  const { member, alarmId } = await openOnSite()
  for (let n = 0; n < 3; n++) {
    await press(house, member, { message: `Igen ${n}` })
    seconds(25)
    await workOff(house)
  }
  expect(await statusOf(alarmId)).toBe('new')
})

test('a taker who was never called is told of a new press', async () => {
  const { member, companyId, alarmId } = await openOnSite()
  const phone = newPhone()
  const late = await employGuard(house, companyId, { phone, name: 'Sena Sven' })
  await house.db.updateTable('safety_alarms').set({ taken_by_guard: late }).where('id', '=', alarmId).execute()
  await press(house, member, { message: 'Igen' })
  await workOff(house)
  expect(textsTo(house, phone)).toEqual([expect.stringMatching(/har larmat igen\. Svara JA/)])
})

test('an operator who has the alarm and is called as operator too is told once', async () => {
  const admin = await joinAsAdmin(house)
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const operator = { kind: 'operator' as const, personId: admin.signedIn.person.id }
  valueFrom(await takeAlarm(house, operator, alarmId))
  expect(await press(house, member, { message: 'Igen' })).toMatchObject({ alarmId })
  await workOff(house)
  const told = await house.db
    .selectFrom('alarm_deliveries')
    .innerJoin('alarm_recipients', 'alarm_recipients.id', 'recipient_id')
    .select(['kind', 'channel', 'state'])
    .where('alarm_deliveries.alarm_id', '=', alarmId)
    .where('profile_id', '=', operator.personId)
    .where('kind', '=', 'update')
    .execute()
  expect(told).toEqual([{ kind: 'update', channel: 'mail', state: 'sent' }])
})

test('a company of this postcode and a neighbouring one is called once a round, as partner', async () => {
  const { member, street, beside } = await openBeside()
  const { companyId, phone } = await addPartner(house, street)
  await setAreas(house, companyId, [street, beside])
  await press(house, member)
  await workOff(house)
  seconds(121)
  await workOff(house)
  seconds(200)
  await workOff(house)
  await press(house, member, { message: 'Igen' })
  await workOff(house)
  const texts = textsTo(house, phone)
  expect(texts.join()).not.toMatch(/grannkvarteret/)
  expect(texts).toHaveLength(3)
})

test('a press on an alarm untaken for over an hour restarts the calls, the widening and the word to the member', async () => {
  const { member, phone, alarmId } = await openNeighbourhood(house).then(async (street) => ({
    ...street,
    ...(await press(house, street.member)),
  }))
  await minutesGoBy(house, 80)
  const silent = textsTo(house, phone).length
  await minutesGoBy(house, 10)
  expect(textsTo(house, phone)).toHaveLength(silent)
  await press(house, member, { message: 'Finns det ingen?' })
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(silent + 1)
  await minutesGoBy(house, 70)
  expect(textsTo(house, phone).length - silent).toBeGreaterThan(10)
  const told = (await historyOf(house.db, alarmId)).filter((kind) => kind === 'told_nobody')
  expect(told).toHaveLength(2)
})

test('an alarm handed back after sixty-five minutes is called for an hour from then', async () => {
  const { member, guard, other, alarmId } = await openOnSite()
  for (let n = 0; n < 13; n++) {
    house.clock.forward({ minutes: 5 })
    await workOff(house)
  }
  expect(member).toBeTruthy()
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  const before = textsTo(house, other.phone).length
  await minutesGoBy(house, 55)
  const calls = textsTo(house, other.phone).slice(before)
  expect(calls.length).toBeGreaterThan(9)
  expect((await stepsOf(house.db, alarmId))['call again']).toBe('pending')
})

test('closing is refused until the latest press has been seen', async () => {
  const { member, guard, alarmId } = await openOnSite()
  await press(house, member, { message: 'Det är en till där' })
  const refusal = refusalFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', press: '' }))
  expect(refusal.message).toMatch(/har larmat igen kl\. \d\d\.\d\d/)
  expect(await statusOf(alarmId)).toBe('on_site')
  const last = await readLastPress(house.db, alarmId)
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', press: last?.id ?? '' }))
  // The member was told that the press was sent, so the `update` must go out.
  await workOff(house)
  expect((await deliveriesOf(house.db, alarmId)).filter((line) => line.includes('sms update'))).toEqual([
    expect.stringMatching(/sms update \d sent/),
  ])
})

test('KLAR by SMS just after a press asks for confirmation once', async () => {
  const { member, phone, alarmId } = await openOnSite()
  const klar = { fromPhone: phone, text: `KLAR ${wordTo(house, phone)}`, providerId: 'in' }
  await press(house, member, { message: 'Det är en till där' })
  expect((await replyBySms(house, klar)).answer).toMatch(/har larmat igen kl\. .*Svara KLAR \w\w en gång till/)
  expect(await statusOf(alarmId)).toBe('on_site')
  await press(house, member, { message: 'Snälla' })
  expect((await replyBySms(house, klar)).answer).toMatch(/en gång till/)
  await workOff(house)
  seconds(5)
  expect((await replyBySms(house, klar)).answer).toMatch(/avslutat/)
})

async function openBeside() {
  const [street, beside] = [newPostcode(), newPostcode()]
  const places = [street, beside].map((code) => ({ code, name: 'Prov', state: 'open' as const }))
  await house.db.insertInto('postcodes').values(places).execute()
  await house.db.insertInto('postcode_neighbours').values({ code: street, neighbour: beside }).execute()
  const member = await joinAsMember(house, { postcode: street })
  return { member, street, beside }
}

test('a neighbouring guard who comes on duty after the widening is called with the next round', async () => {
  const { member, beside } = await openBeside()
  const neighbour = await addPartner(house, beside)
  const { alarmId } = await press(house, member)
  await workOff(house)
  expect(await historyOf(house.db, alarmId)).toContain('widened')
  const phone = newPhone()
  await employGuard(house, neighbour.companyId, { phone })
  seconds(61)
  await workOff(house)
  expect(textsTo(house, phone)).toEqual([expect.stringMatching(/LARM i grannkvarteret/)])
})

test('an alarm that nobody can be called to is marked for operators until somebody can be', async () => {
  const admin = await joinAsAdmin(house)
  const { member, beside } = await openBeside()
  const { alarmId } = await press(house, member)
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).nobody_callable_since).not.toBeNull()
  expect(await historyOf(house.db, alarmId)).toContain('nobody_callable')
  const { open } = await readAdminAlarms(house, admin.signedIn, null)
  expect(open.find(({ id }) => id === alarmId)).toMatchObject({ needsHelp: true })
  await addPartner(house, beside)
  seconds(61)
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).nobody_callable_since).toBeNull()
})

test('a press after a mistaken ‘Jag är trygg’ reopens the same alarm and calls everyone again at once', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  seconds(5)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  seconds(5)
  const word = wordTo(house, phone)
  expect(await press(house, member, { message: 'Nej, han är kvar' })).toMatchObject({ alarmId, joined: true })
  await workOff(house)
  const said = textsTo(house, phone).map((text) => /^(Ute igen: )?LARM|är över/.exec(text)?.[0])
  expect(said).toEqual(['LARM', 'är över', 'Ute igen: LARM'])
  expect(await historyOf(house.db, alarmId)).toEqual([
    'raised',
    'called',
    'safe',
    'cancelled',
    'pressed',
    'reopened',
    'called_again',
  ])
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new', closed_at: null, safe_at: null, epoch: 3 })
  // The answer word in the old SMS still works.
  await replyBySms(house, { fromPhone: phone, text: `JA ${word}`, providerId: 'in' })
  expect(await statusOf(alarmId)).toBe('acknowledged')
  // Whoever takes it by SMS has no page: they are sent what is so now, and how it began.
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/: Nej, han är kvar\. Först: /)
})

test('a press more than ten minutes after cancelling, or after the taker closed it, makes a new alarm', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const first = await press(house, member)
  valueFrom(await saySafe(house, member.signedIn, first.alarmId))
  seconds(601)
  const second = await press(house, member)
  expect(second).toMatchObject({ joined: false })
  valueFrom(await takeAlarm(house, guard, second.alarmId))
  valueFrom(await closeAlarm(house, guard, second.alarmId, { outcome: 'resolved' }))
  expect(await press(house, member)).toMatchObject({ joined: false })
})

test('pressing and cancelling at the same moment creates no second alarm', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  for (let n = 0; n < 10; n++) {
    const [again] = await Promise.all([
      press(house, member, { message: `Igen ${n}` }),
      saySafe(house, member.signedIn, alarmId),
    ])
    expect(again.alarmId).toBe(alarmId)
  }
})

const rounds = ofMany(200, 6)
test(`${rounds} rounds of pressing and cancelling cost a few SMS, and a neighbour’s alarm meanwhile is sent in full`, async () => {
  const admin = await joinAsAdmin(house)
  const { member, postcode, companyId, phone } = await openNeighbourhood(house)
  const phones = [phone, ...Array.from({ length: 13 }, newPhone)]
  for (const each of phones.slice(1)) await employGuard(house, companyId, { phone: each })
  const neighbour = await joinAsMember(house, { postcode })
  const texted = () => phones.flatMap((each) => textsTo(house, each)).length
  let sentForNeighbour = 0
  let alarmId = ''
  for (let round = 0; round < rounds; round++) {
    alarmId = (await press(house, member, { message: `Runda ${round}` })).alarmId
    if (round === rounds / 2) {
      await workOff(house)
      const sent = texted()
      await press(house, neighbour, { message: 'På riktigt' })
      await workOff(house)
      sentForNeighbour = texted() - sent
    }
    await workOff(house)
    seconds(0.05)
    valueFrom(await saySafe(house, member.signedIn, alarmId))
    await workOff(house)
    seconds(0.05)
  }
  expect(sentForNeighbour).toBe(14)
  // Two calls and two 'är över' for each of fourteen phones, instead of one of each per round.
  expect(texted() - sentForNeighbour).toBeLessThanOrEqual(4 * 14)
  expect(textsTo(house, phone).filter((text) => text.includes('är över'))).toHaveLength(2)
  const alarms = await house.db
    .selectFrom('safety_alarms')
    .select('reopenings')
    .where('reported_by', '=', member.signedIn.person.id)
    .execute()
  expect(alarms).toEqual([{ reopenings: rounds - 1 }])
  const { closed } = await readAdminAlarms(house, admin.signedIn, null)
  expect(closed.shown.find(({ id }) => id === alarmId)).toMatchObject({ reopenings: rounds - 1 })
  // After all those rounds a real press still reaches every phone by SMS within a minute.
  await press(house, member, { message: 'Nu på riktigt' })
  await workOff(house)
  const texts = textsTo(house, phone).length
  seconds(61)
  await workOff(house)
  expect(textsTo(house, phone).slice(texts).join()).toMatch(/LARM/)
})
