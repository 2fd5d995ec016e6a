import { expect, test } from 'vitest'
import { endDuty } from '~/guards/guard-store.server'
import {
  addPartner,
  alarmRow,
  deliveriesOf,
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

test('of ten who take it at the same moment one has it, and the others are told who', async () => {
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

test('once taken, the others are stood down by the way they were called, colleagues too, and nothing escalates', async () => {
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

test('whoever had not been called yet is told only that it is taken', async () => {
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

test('taken, there, closed: each step is the taker’s, and is in the history', async () => {
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

test('handed back it is everybody’s again: all are called and the clock starts anew', async () => {
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

test('handed back by those next door where nobody is of the postcode’s own, it calls them once', async () => {
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

test('a taker who is silent for the policy’s time loses it; a word keeps it', async () => {
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

test('whoever is there keeps it; after an hour operators are asked to hear how it goes', async () => {
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

test('‘Jag är trygg’ before anyone has it ends it, and everyone who was called is told', async () => {
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

test('‘Jag är trygg’ when somebody has it tells them, and they close it; handed back then, it is over', async () => {
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

test('a member who is not safe after all presses again, and the taker and the operators know', async () => {
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

test('an operator may take an alarm that nobody comes to, and may close any', async () => {
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

test.each(['an operator', 'a colleague'])('whoever is on the way is told when %s ends it', async (who) => {
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

test('whoever lost it hears that too: by an operator’s hand, and when the member was safe and they were silent', async () => {
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

test('an operator who was silent is told as a guard is that the alarm is not theirs any more', async () => {
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

test('the history can only be added to', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const change = house.db.updateTable('alarm_timeline').set({ kind: 'annat' }).where('alarm_id', '=', alarmId).execute()
  await expect(change).rejects.toThrow('can only be added to')
  await expect(house.db.deleteFrom('alarm_timeline').execute()).rejects.toThrow('can only be added to')
})

test('words that nobody could see are no note: none is written of them, and an alarm ends without', async () => {
  const { member, guard } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  valueFrom(await takeAlarm(house, guard, alarmId))
  const refusal = refusalFrom(await addNote(house, guard, alarmId, { message: '\u200b\n\u2800' }))
  expect(refusal.fields).toEqual({ message: 'Skriv något först' })
  valueFrom(await closeAlarm(house, guard, alarmId, { outcome: 'resolved', note: '\u2060' }))
  const notes = await house.db.selectFrom('alarm_updates').selectAll().where('alarm_id', '=', alarmId).execute()
  expect(notes).toEqual([])
})
