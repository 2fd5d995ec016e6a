import { expect, test } from 'vitest'
import { endDuty } from '~/guards/guard-store.server'
import { closeGuard } from '~/guards/own/own-guards-store.server'
import {
  addPartner,
  alarmRow,
  dropWorkAfterEach,
  historyOf,
  openNeighbourhood,
  press,
  stepsOf,
  textsTo,
  wordTo,
  workOff,
} from '../../../test/support/alarms'
import { employGuard, giveOwner, newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import type { Partner } from '../alarm'
import { closeAlarm } from '../answer/close-alarm.server'
import { lookAtPosition } from '../answer/look-at-position.server'
import { replyBySms } from '../answer/reply-by-sms.server'
import { setOut } from '../answer/sayings/set-out.server'
import { takeAlarm } from '../answer/take-alarm.server'
import { arrive, handBack } from '../engine/follow-up.server'
import { readFollowedAlarm } from '../history/alarm-view-store.server'
import { readPartnerPage } from '../partner/read-board.server'
import { saySafe } from '../raise/say-safe.server'
import { comesNot, comesToo } from './come-too.server'
import { takeOver } from './take-over.server'

const house = useHouse()
dropWorkAfterEach(house)
const reply = async (fromPhone: string, text: string) =>
  (await replyBySms(house, { fromPhone, text, providerId: 'in-1' })).answer

/** Ali has the alarm; Bo and Cilla are colleagues of his. All were called. */
async function aliHasIt() {
  const street = await openNeighbourhood(house)
  const employ = async (name: string) => {
    const phone = newPhone()
    const guardId = await employGuard(house, street.companyId, { phone, name })
    return { phone, guardId, actor: { ...street.guard, guardId } as Partner }
  }
  const [bo, cilla] = [await employ('Bo Ek'), await employ('Cilla Berg')]
  const { alarmId } = await press(house, street.member)
  await workOff(house)
  valueFrom(await takeAlarm(house, street.guard, alarmId))
  await workOff(house)
  const seenBy = async (who: Partner) => {
    const page = await readPartnerPage(house, who, alarmId)
    if (!('alarm' in page)) throw new Error('it does not reach them')
    return page.alarm
  }
  return { ...street, ali: street.guard, bo, cilla, alarmId, seenBy }
}

test('a second guard of the company is told that the first has the alarm, and sees and may do no more than before', async () => {
  const { ali, bo, alarmId, seenBy } = await aliHasIt()
  expect(refusalFrom(await takeAlarm(house, bo.actor, alarmId)).message).toBe(
    'Ali har larmet. Säg att du kommer också, eller ta över det.',
  )
  expect(await seenBy(bo.actor)).toMatchObject({
    ...{ isMine: false, isColleagues: true, isComing: false, takerFirstName: 'Ali' },
    ...{ reporterName: 'Eva', reporterPhone: null },
  })
  expect(await seenBy(ali)).toMatchObject({ isMine: true, isColleagues: false, reporterPhone: '+46701234567' })
  expect(refusalFrom(await lookAtPosition(house, bo.actor, alarmId)).message).toMatch(/En kollega har larmet/)
  for (const deed of [arrive, handBack]) refusalFrom(await deed(house, bo.actor, alarmId))
  expect((await alarmRow(house.db, alarmId)).status).toBe('acknowledged')
})

test('colleagues read by SMS and page which person has the alarm, also when it is the owner', async () => {
  const { ali, bo, companyId, alarmId, seenBy, phone } = await aliHasIt()
  expect(textsTo(house, bo.phone).at(-1)).toMatch(/^Ali har larmet i .*Svara OCKSÅ \w\w .*, ÖVER \w\w /)
  await giveOwner(house, companyId)
  const owner: Partner = { ...ali, guardId: null }
  valueFrom(await takeOver(house, owner, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Olle har tagit över larmet/)
  expect(await seenBy(ali)).toMatchObject({ isMine: false, takerName: 'Vakt AB (Olle)', takerFirstName: 'Olle' })
  expect(await seenBy(owner)).toMatchObject({ isMine: true })
})

test('an owner whose account bears the company’s own name, as it was registered, is called the owner', async () => {
  const { ali, bo, companyId, alarmId, seenBy, phone } = await aliHasIt()
  await giveOwner(house, companyId, { name: 'Vakt AB' })
  const owner: Partner = { ...ali, guardId: null }
  valueFrom(await comesToo(house, owner, alarmId))
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual(['Vakt AB'])
  valueFrom(await takeOver(house, owner, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Ägaren har tagit över larmet/)
  expect(await seenBy(bo.actor)).toMatchObject({ takerName: 'Vakt AB (Ägaren)', takerFirstName: 'Ägaren' })
})

test('an owner’s account with the company’s former name is not shown as a person after renaming', async () => {
  const { ali, companyId, alarmId } = await aliHasIt()
  await giveOwner(house, companyId, { name: 'Vakt AB' })
  const owner: Partner = { ...ali, guardId: null }
  valueFrom(await takeOver(house, owner, alarmId))
  for (const name of ['Söderort Vakt AB', ...Array.from({ length: 30 }, (_, n) => `Vakt ${n} AB`)])
    await house.db.updateTable('companies').set({ name }).where('id', '=', companyId).execute()
  // The company's name at the time of taking stays on the alarm.
  expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({
    takerName: 'Vakt AB (Ägaren)',
  })
  await house.db.updateTable('profiles').set({ full_name: 'Olle Vakt' }).where('full_name', '=', 'Vakt AB').execute()
  expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({ takerName: 'Vakt AB (Olle)' })
})

test('an owner’s name with characters that no guard’s may have is not shown', async () => {
  const { ali, companyId, alarmId } = await aliHasIt()
  const ownerId = await giveOwner(house, companyId, { name: 'Pa\u0308r Ek' })
  const rename = (full_name: string) =>
    house.db.updateTable('profiles').set({ full_name }).where('id', '=', ownerId).execute()
  valueFrom(await takeOver(house, { ...ali, guardId: null }, alarmId))
  const shown = async () => (await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.takerName
  expect(await shown()).toBe('Vakt AB (Pa\u0308r)')
  for (const name of ['Рolisen Ek', '24/7 Vakt', '\u200b Bo', 'Bo🚓 Ek']) {
    await rename(name)
    expect(await shown(), name).toBe('Vakt AB (Ägaren)')
  }
  await rename("Anna-Lena d'Arc")
  expect(await shown()).toBe('Vakt AB (Anna-Lena)')
})

test('a companion is shown to the member, told to the taker once, and sees who needs help until they withdraw', async () => {
  const { ali, bo, cilla, alarmId, seenBy, phone } = await aliHasIt()
  valueFrom(await comesToo(house, bo.actor, alarmId))
  valueFrom(await comesToo(house, bo.actor, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Bo kommer också till larmet/)
  expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({ companions: ['Bo'] })
  expect(await seenBy(bo.actor)).toMatchObject({ isMine: false, isComing: true, reporterName: 'Eva Lind' })
  expect((await seenBy(bo.actor)).reporterPhone).toBe('+46701234567')
  expect(await seenBy(cilla.actor)).toMatchObject({ isComing: false, companions: ['Bo'], reporterName: 'Eva' })
  valueFrom(await lookAtPosition(house, bo.actor, alarmId))
  valueFrom(await comesNot(house, bo.actor, alarmId))
  valueFrom(await comesNot(house, bo.actor, alarmId))
  expect(await seenBy(ali)).toMatchObject({ companions: [] })
  valueFrom(await comesToo(house, bo.actor, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).filter((text) => text.startsWith('Bo kommer också'))).toHaveLength(1)
  expect((await historyOf(house.db, alarmId)).slice(2)).toEqual(['taken', 'comes_too', 'comes_not', 'comes_too'])
})

test('a companion who withdraws, or takes the alarm over, leaves the colleagues who come too where they are', async () => {
  const { ali, bo, cilla, companyId, alarmId, seenBy } = await aliHasIt()
  await giveOwner(house, companyId)
  const owner: Partner = { ...ali, guardId: null }
  const coming = async () => (await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions
  for (const who of [bo.actor, cilla.actor, owner]) valueFrom(await comesToo(house, who, alarmId))
  expect(await coming()).toEqual(['Bo', 'Cilla', 'Olle'])
  valueFrom(await comesNot(house, bo.actor, alarmId))
  expect(await coming()).toEqual(['Cilla', 'Olle'])
  expect((await seenBy(cilla.actor)).isComing).toBe(true)
  valueFrom(await takeOver(house, cilla.actor, alarmId))
  expect(await coming()).toEqual(['Olle'])
  valueFrom(await comesNot(house, owner, alarmId))
  expect(await coming()).toEqual([])
})

test('a companion who comes again is told once to somebody who has taken the alarm since', async () => {
  const { ali, bo, cilla, alarmId } = await aliHasIt()
  valueFrom(await comesToo(house, bo.actor, alarmId))
  await workOff(house)
  house.clock.forward({ minutes: 1 })
  valueFrom(await handBack(house, ali, alarmId))
  valueFrom(await takeAlarm(house, cilla.actor, alarmId))
  house.clock.forward({ minutes: 1 })
  for (const deed of [comesToo, comesNot, comesToo]) {
    valueFrom(await deed(house, bo.actor, alarmId))
    await workOff(house)
  }
  expect(textsTo(house, cilla.phone).filter((text) => text.startsWith('Bo kommer också'))).toHaveLength(1)
})

test('a companion who withdrew before the message left is not announced', async () => {
  const { bo, cilla, alarmId, phone } = await aliHasIt()
  valueFrom(await comesToo(house, bo.actor, alarmId))
  valueFrom(await comesNot(house, bo.actor, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).join()).not.toMatch(/kommer också/)
  valueFrom(await comesToo(house, cilla.actor, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Cilla kommer också till larmet/)
})

test('coming too and taking over are refused if the alarm is untaken, over or another company’s', async () => {
  const { ali, bo, alarmId, postcode, member } = await aliHasIt()
  const other = await addPartner(house, postcode)
  for (const deed of [comesToo, takeOver]) {
    refusalFrom(await deed(house, other.guard, alarmId))
    valueFrom(await handBack(house, ali, alarmId))
    expect(refusalFrom(await deed(house, bo.actor, alarmId)).message).toBe('Ta larmet först.')
    valueFrom(await takeAlarm(house, ali, alarmId))
  }
  expect(refusalFrom(await comesToo(house, ali, alarmId)).message).toBe('Larmet är ditt.')
  valueFrom(await closeAlarm(house, ali, alarmId, { outcome: 'resolved' }))
  for (const deed of [comesToo, takeOver]) {
    expect(refusalFrom(await deed(house, bo.actor, alarmId)).message).toBe('Larmet är redan avslutat.')
  }
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual([])
  const admin = await joinAsAdmin(house)
  const operator = { kind: 'operator', personId: admin.signedIn.person.id } as const
  // Of an alarm that is over the title may not say that it is not.
  expect(refusalFrom(await closeAlarm(house, operator, alarmId, { outcome: 'resolved' }))).toMatchObject({
    title: 'Inget ändrades',
    message: 'Larmet är redan avslutat.',
  })
  const next = await press(house, member)
  valueFrom(await takeAlarm(house, ali, next.alarmId))
  refusalFrom(await takeOver(house, operator, next.alarmId))
})

test('taking over resets the progress and deadlines, and tells the former taker, also off duty', async () => {
  const { ali, bo, alarmId, guardId, phone, seenBy } = await aliHasIt()
  valueFrom(await setOut(house, ali, alarmId))
  valueFrom(await arrive(house, ali, alarmId))
  house.clock.forward({ minutes: 1 })
  await endDuty(house.db, guardId)
  valueFrom(await comesToo(house, bo.actor, alarmId))
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ release: 'dropped', 'ask taker': 'pending' })
  valueFrom(await takeOver(house, bo.actor, alarmId))
  valueFrom(await takeOver(house, bo.actor, alarmId))
  // The new taker has their own deadline: no operator asks because the first one was on site.
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ release: 'pending', 'ask taker': 'dropped' })
  await workOff(house)
  expect(await alarmRow(house.db, alarmId)).toMatchObject({ status: 'acknowledged', on_site_at: null })
  expect(await readFollowedAlarm(house.db, alarmId, house.clock.now())).toMatchObject({
    setOutAt: null,
    onSiteAt: null,
  })
  expect(textsTo(house, phone).at(-1)).toMatch(/^Bo har tagit över larmet i .* Du har det inte längre\./)
  expect(await seenBy(ali)).toMatchObject({ isMine: false, isColleagues: true, reporterPhone: null })
  expect(await seenBy(bo.actor)).toMatchObject({ isMine: true, companions: [] })
  refusalFrom(await arrive(house, ali, alarmId))
  valueFrom(await arrive(house, bo.actor, alarmId))
  expect(await stepsOf(house.db, alarmId)).toMatchObject({ release: 'dropped', 'ask taker': 'pending' })
  expect((await historyOf(house.db, alarmId)).slice(-3)).toEqual(['comes_too', 'took_over', 'arrived'])
})

test('when two take over at the same moment, one gets the alarm and the other is told who', async () => {
  const { bo, cilla, alarmId } = await aliHasIt()
  const takenAt = (await alarmRow(house.db, alarmId)).taken_at?.toISOString()
  house.clock.forward({ minutes: 1 })
  const answers = await Promise.all([bo, cilla].map(({ actor }) => takeOver(house, actor, alarmId, { takenAt })))
  const has = (await alarmRow(house.db, alarmId)).taken_by_guard === bo.guardId ? 0 : 1
  valueFrom(answers[has] as (typeof answers)[0])
  expect(refusalFrom(answers[1 - has] as (typeof answers)[0]).message).toBe(
    `Någon hann före. ${has === 0 ? 'Bo' : 'Cilla'} har larmet. Säg att du kommer också, eller ta över det.`,
  )
  expect((await historyOf(house.db, alarmId)).filter((kind) => kind === 'took_over')).toHaveLength(1)
})

test('messages to the taker that wait when the alarm is taken over go to the new taker only', async () => {
  const { member, bo, postcode, phone, alarmId } = await aliHasIt()
  const other = await addPartner(house, postcode)
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  valueFrom(await takeOver(house, bo.actor, alarmId))
  await workOff(house)
  expect(textsTo(house, phone).join('\n')).not.toMatch(/säger sig vara trygg/)
  // The new taker reads on the page that the member is safe; a recipient not yet stood down still gets that message.
  const next = await press(house, member, { message: 'Nej, kom' })
  expect(next.alarmId).toBe(alarmId)
  await workOff(house)
  expect(textsTo(house, bo.phone).at(-1)).toMatch(/har larmat igen/)
  expect(textsTo(house, other.phone)).toEqual([])
})

test('a stand-down that waits when the alarm is taken over is sent with the new taker’s name', async () => {
  const { member, companyId, postcode, guard } = await openNeighbourhood(house)
  const other = await addPartner(house, postcode)
  const bo: Partner = { ...guard, guardId: await employGuard(house, companyId, { name: 'Bo Ek' }) }
  const { alarmId } = await press(house, member)
  await workOff(house)
  valueFrom(await takeAlarm(house, guard, alarmId))
  valueFrom(await takeOver(house, bo, alarmId))
  await workOff(house)
  expect(textsTo(house, other.phone).slice(1)).toEqual([
    expect.stringMatching(/är taget av Vakt AB \(Bo\)\. Du behöver/),
  ])
})

test('a companion is told when the alarm is over, the one who ended it is not, and a closed guard no longer comes', async () => {
  const { ali, bo, cilla, companyId, phone, alarmId } = await aliHasIt()
  for (const { actor } of [bo, cilla]) valueFrom(await comesToo(house, actor, alarmId))
  await closeGuard(house.db, companyId, cilla.guardId, house.clock.now())
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual(['Bo'])
  valueFrom(await closeAlarm(house, ali, alarmId, { outcome: 'resolved' }))
  await workOff(house)
  expect(textsTo(house, bo.phone).at(-1)).toMatch(/är över\. Du behöver inte åka/)
  expect(textsTo(house, phone).join()).not.toMatch(/är över/)
})

test('handing back removes all companions', async () => {
  const { ali, bo, alarmId, phone } = await aliHasIt()
  valueFrom(await comesToo(house, bo.actor, alarmId))
  valueFrom(await handBack(house, ali, alarmId))
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual([])
  await workOff(house)
  expect(textsTo(house, phone).join('\n')).not.toMatch(/inte längre ditt/)
})

test('when the alarm is lost by silence, only the former taker is told that it is not theirs', async () => {
  const { bo, alarmId, phone } = await aliHasIt()
  house.clock.forward({ minutes: 11 })
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).status).toBe('new')
  expect(textsTo(house, phone).join('\n')).toMatch(/är inte längre ditt/)
  expect(textsTo(house, bo.phone).join('\n')).not.toMatch(/inte längre ditt/)
})

test('by SMS OCKSÅ comes too, NEJ withdraws it, and ÖVER takes over and gets the details', async () => {
  const { bo, cilla, phone, alarmId, guardId } = await aliHasIt()
  const word = wordTo(house, bo.phone)
  const offer = `Ali har larmet. Svara OCKSÅ ${word} om du kommer också, ÖVER ${word} om du tar över.`
  for (const says of ['JA', 'FRAMME', 'KLAR']) expect(await reply(bo.phone, `${says} ${word}`)).toBe(offer)
  expect(await reply(bo.phone, 'Vad?')).toBe(`Svara OCKSÅ ${word} om du kommer också, ÖVER ${word} om du tar över.`)
  expect(await reply(bo.phone, `OCKSÅ ${word}`)).toMatch(/^Tack\. Den som har larmet får veta att du kommer också/)
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual(['Bo'])
  expect(await reply(bo.phone, `NEJ ${word}`)).toMatch(/^Tack/)
  expect((await readFollowedAlarm(house.db, alarmId, house.clock.now()))?.companions).toEqual([])
  const cillas = wordTo(house, cilla.phone)
  await reply(cilla.phone, `OCKSÅ ${cillas}`)
  expect(await reply(bo.phone, `över ${word}`)).toBeNull()
  await workOff(house)
  expect((await alarmRow(house.db, alarmId)).taken_by_guard).toBe(bo.guardId)
  expect(textsTo(house, bo.phone).at(-1)).toMatch(/^Du har larmet .*Eva Lind.*Cilla kommer också\. Svara FRAMME/)
  expect(textsTo(house, phone).at(-1)).toMatch(/^Bo har tagit över/)
  expect(await reply(phone, `KLAR ${wordTo(house, phone)}`)).toMatch(/^Bo har larmet\. Svara OCKSÅ/)
  expect(await reply(phone, `ÖVER ${wordTo(house, phone)}`)).toBeNull()
  expect((await alarmRow(house.db, alarmId)).taken_by_guard).toBe(guardId)
})
