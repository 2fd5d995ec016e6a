import { expect, test } from 'vitest'
import { endDuty } from '~/guards/guard-store.server'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
  dropWorkAfterEach,
  historyOf,
  openNeighbourhood,
  press,
  stepsOf,
  textsTo,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, newPhone, newPostcode } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import type { Partner } from '../alarm'
import { arrive, handBack } from '../engine/follow-up.server'
import { saySafe } from '../raise/say-safe.server'
import { addNote } from './add-note.server'
import { closeAlarm } from './close-alarm.server'
import { takeAlarm } from './take-alarm.server'

const house = useHouse()
dropWorkAfterEach(house)

test('when ten take an alarm at the same moment, one gets it and the others are told who', async () => {
  const { member, postcode, companyId } = await openNeighbourhood(house)
  const guards: Partner[] = []
  for (let n = 0; n < 5; n++)
    guards.push({ kind: 'partner', companyId, guardId: await employGuard(house, companyId), via: 'page' })
  for (let n = 0; n < 5; n++) guards.push((await addPartner(house, postcode)).guard)
  const { alarmId } = await press(house, member)
  await workOff(house)
  const answers = await Promise.all(guards.map((guard) => takeAlarm(house, guard, alarmId)))
  const row = await alarmRow(house.db, alarmId)
  expect(row.status).toBe('acknowledged')
  // Only one person has it, not their company.
  expect(guards.filter((_, n) => answers[n]?.ok)).toMatchObject([{ guardId: row.taken_by_guard }])
  for (const answer of answers.filter(({ ok }) => !ok)) expect(refusalFrom(answer).message).toMatch(/har larmet/)
  const history = await historyOf(house.db, alarmId)
  expect(history.filter((kind) => kind === 'taken')).toHaveLength(1)
})

test('taking an alarm tells the others by SMS, colleagues too, and drops the escalation steps', async () => {
  const { member, postcode, companyId, guard, phone } = await openNeighbourhood(house)
  const colleague = newPhone()
  await employGuard(house, companyId, { phone: colleague })
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(1)
  expect(textsTo(house, colleague)[1]).toMatch(/^Ali har larmet i .*\. Du behöver inte åka/)
  expect(textsTo(house, other.phone)[1]).toMatch(/är taget av Vakt AB \(Ali\)\. Du behöver inte åka/)
  expect(await stepsOf(house.db, alarmId)).toMatchObject({
    'call again': 'dropped',
    widen: 'dropped',
    'tell member': 'dropped',
    release: 'pending',
  })
})

test('a recipient whose call was not sent yet is told only that the alarm is taken', async () => {
  const { member, postcode, guard } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  expect(textsTo(house, other.phone)).toHaveLength(1)
  expect(textsTo(house, other.phone)[0]).toMatch(/är taget/)
  expect(await deliveriesOf(house.db, alarmId)).toEqual([
    'sms call 1 withdrawn',
    'sms call 1 withdrawn',
    'sms taken 2 sent',
  ])
})

test('taking, arriving and closing are idempotent, allowed only to the taker, and recorded in the history', async () => {
  const { member, postcode, guard } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const { alarmId } = await press(house, member)
  refusalFrom(await arrive(house, guard, alarmId))
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await takeAlarm(house, guard, alarmId))
  refusalFrom(await arrive(house, other.guard, alarmId))
  refusalFrom(await closeAlarm(house, other.guard, alarmId, { outcome: 'resolved' }))
  valueFrom(await arrive(house, guard, alarmId))
  valueFrom(await arrive(house, guard, alarmId))
  refusalFrom(await closeAlarm(house, guard, alarmId, { outcome: 'borta' }))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', note: 'En olåst dörr.' }))
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', note: 'En olåst dörr.' }))
  refusalFrom(await closeAlarm(house, guard, alarmId, { outcome: 'false_alarm' }))
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'arrived', 'resolved'])
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'resolved', taken_by_guard: guard.guardId })
  expect(await stepsOf(house.db, alarmId)).not.toMatchObject({ release: 'pending' })
})

test('handing an alarm back calls everybody again and restarts the escalation', async () => {
  const { member, guard, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  house.clock.forward({ minutes: 3 })
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'new', taken_by_company: null, taken_at: null })
  expect(textsTo(house, phone).at(-1)).toMatch(/LARM/)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'handed_back', 'called_again'])
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect((await historyOf(house.db, alarmId)).at(-1)).toBe('called_again')
})

test('the first call that reaches a phone since it was handed back says that it is out again, later ones that it still waits', async () => {
  const { member, guard, phone, companyId } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  const latePhone = newPhone()
  await employGuard(house, companyId, { phone: latePhone })
  const openings = (to: string) => textsTo(house, to).flatMap((text) => /^(.*?)LARM/.exec(text)?.slice(1) ?? [])
  expect(openings(phone)).toEqual(['', 'Ute igen: '])
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect(openings(latePhone)).toEqual(['Ute igen: '])
  for (let times = 0; times < 3; times++) {
    house.clock.forward({ minutes: 5 })
    await workOff(house)
  }
  expect(new Set(openings(phone).slice(2))).toEqual(new Set(['Väntar ännu på svar: ']))
  expect(openings(latePhone).slice(0, 2)).toEqual(['Ute igen: ', 'Väntar ännu på svar: '])
})

test('an alarm handed back by a partner next door calls the partners there once when the postcode has none', async () => {
  const [street, beside] = [newPostcode(), newPostcode()]
  const places = [street, beside].map((code) => ({ code, name: 'Prov', state: 'open' as const }))
  await house.db.insertInto('postcodes').values(places).execute()
  await house.db.insertInto('postcode_neighbours').values({ code: street, neighbour: beside }).execute()
  const member = await joinAsMember(house, { postcode: street })
  const { guard, phone } = await addPartner(house, beside)
  const colleague = await addPartner(house, beside, 'Grannvakt AB')
  const { alarmId } = await press(house, member)
  await workOff(house)
  for (const told of [phone, colleague.phone]) expect(textsTo(house, told)).toHaveLength(1)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await workOff(house)
  const before = textsTo(house, colleague.phone).length
  valueFrom(await handBack(house, guard, alarmId))
  await workOff(house)
  expect(textsTo(house, colleague.phone).slice(before)).toEqual([expect.stringMatching(/LARM/)])
  expect(textsTo(house, phone).slice(1)).toEqual([expect.stringMatching(/LARM/)])
})

test('a taker who is silent past the policy’s limit loses the alarm; a note postpones that', async () => {
  const { member, guard, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  house.clock.forward({ minutes: 9 })
  await workOff(house)
  valueFrom(await addNote(house, guard, alarmId, { message: 'Två minuter bort' }))
  house.clock.forward({ minutes: 9 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
  house.clock.forward({ minutes: 1 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  expect(textsTo(house, phone).join('\n')).toMatch(/är inte längre ditt/)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'note', 'released', 'called_again'])
})

test('a taker on site keeps the alarm, and after an hour without a word operators are told', async () => {
  const admin = await joinAsAdmin(house)
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await arrive(house, guard, alarmId))
  house.clock.forward({ minutes: 61 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('on_site')
  expect(await historyOf(house.db, alarmId)).toContain('asked_taker')
  const told = await house.db.selectFrom('alarm_recipients').select('email').where('alarm_id', '=', alarmId).execute()
  expect(told).toContainEqual({ email: admin.email })
})

test('‘Jag är trygg’ on an untaken alarm cancels it, and those who were called are told', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('cancelled')
  expect(textsTo(house, phone).at(-1)).toMatch(/är över/)
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'safe', 'cancelled'])
})

test('‘Jag är trygg’ on a taken alarm tells the taker and leaves it open; handing it back then cancels it', async () => {
  const { member, guard, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
  expect(textsTo(house, phone).at(-1)).toMatch(/säger sig vara trygg/)
  expect(valueFrom(await handBack(house, guard, alarmId))).toBe('over')
  expect((await alarmRow(house.db, alarmId)).status).toBe('cancelled')
})

test('a press after ‘Jag är trygg’ undoes it, and tells the taker and the operators', async () => {
  const admin = await joinAsAdmin(house)
  const { member, guard, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  expect(await press(house, member, { message: 'Han kom tillbaka' })).toMatchObject({ alarmId, joined: true })
  await workOff(house)
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ safe_at: null, urgency: 2 })
  expect(textsTo(house, phone).at(-1)).toMatch(/har larmat igen/)
  const told = await house.db.selectFrom('alarm_recipients').select('email').where('alarm_id', '=', alarmId).execute()
  expect(told).toContainEqual({ email: admin.email })
})

test('an operator can take an untaken alarm, and can close any alarm', async () => {
  const admin = await joinAsAdmin(house)
  const operator = { kind: 'operator' as const, personId: admin.signedIn.person.id }
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, operator, alarmId))
  expect(refusalFrom(await takeAlarm(house, guard, alarmId)).message).toBe('Jouren har larmet. Du behöver inte åka.')
  valueFrom(await closeAlarm(house, operator, alarmId, { outcome: 'false_alarm' }))
  const next = await press(house, member)
  valueFrom(await closeAlarm(house, operator, next.alarmId, { outcome: 'resolved' }))
})

test.each(['an operator', 'a colleague'])('the taker is told when %s ends the alarm', async (who) => {
  const admin = await joinAsAdmin(house)
  const { member, companyId, guard, phone } = await openNeighbourhood(house)
  const operator = { kind: 'operator' as const, personId: admin.signedIn.person.id }
  const colleague: Partner = { ...guard, guardId: await employGuard(house, companyId) }
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  const by = who === 'a colleague' ? colleague : operator
  valueFrom(await closeAlarm(house, by, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(textsTo(house, phone).slice(1)).toEqual([expect.stringMatching(/är över\. Du behöver inte åka/)])
})

test('a taker is told when an operator hands the alarm back, and when silence after ‘Jag är trygg’ cancels it', async () => {
  const admin = await joinAsAdmin(house)
  const { member, guard, guardId, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  await endDuty(house.db, guardId)
  valueFrom(await handBack(house, { kind: 'operator', personId: admin.signedIn.person.id }, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).slice(1)).toEqual([expect.stringMatching(/är inte längre ditt/)])
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  house.clock.forward({ minutes: 11 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('cancelled')
  expect(textsTo(house, phone).at(-1)).toMatch(/är över\. Du behöver inte åka/)
})

test('an operator who loses an alarm by silence is told that it is no longer theirs', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const personId = signedIn.person.id
  const phone = newPhone()
  for (const set of [{ phone }, { phone_verified_at: house.clock.now() }])
    await house.db.updateTable('profiles').set(set).where('id', '=', personId).execute()
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, { kind: 'operator', personId }, alarmId))
  house.clock.forward({ minutes: 11 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  expect(textsTo(house, phone)).toContainEqual(
    expect.stringMatching(/är inte längre ditt\. Det går nu till alla igen\. .*\/dashboard\/admin\/alarms\//),
  )
})

test('the alarm history is append-only: updates and deletes are rejected', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const change = house.db.updateTable('alarm_timeline').set({ kind: 'annat' }).where('alarm_id', '=', alarmId).execute()
  await expect(change).rejects.toThrow('can only be added to')
  await expect(house.db.deleteFrom('alarm_timeline').execute()).rejects.toThrow('can only be added to')
})

test('a note of invisible characters is refused, and closing an alarm with one stores no note', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  const refusal = refusalFrom(await addNote(house, guard, alarmId, { message: '\u200b\n\u2800' }))
  expect(refusal.fields).toEqual({ message: 'Skriv något först' })
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', note: '\u2060' }))
  const notes = await house.db.selectFrom('alarm_updates').selectAll().where('alarm_id', '=', alarmId).execute()
  expect(notes).toEqual([])
})
