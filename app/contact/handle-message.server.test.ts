import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { enter, joinAsAdmin, joinAsMember, type Resident } from '../../test/support/people'
import { forgetSettledQuestions } from './forget-settled.server'
import { answerMessage, closeMessage, reopenMessage, takeMessage } from './handle-message.server'
import { readInbox, readMessage } from './inbox-store.server'
import { listMessages, readMessageForAdmin } from './read-inbox.server'
import { saveContactMessage } from './save-contact-message.server'

const house = useHouse()
holdWakes(house)

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})

/** Messages are unique, since two with the same words on the same day would be one. */
async function newQuestion(name: string, message = `Vad kostar det? ${randomUUID()}`) {
  const values = {
    name,
    email: 'fraga@exempel.se',
    interest: 'business',
    message,
  }
  valueFrom(await saveContactMessage(house, await house.visitor(), values))
  const all = await readInbox(house.db, { part: 'alla', adminId: randomUUID(), before: null, limit: 1 })
  return all[0]?.id ?? ''
}

test('an answer is mailed once, and assigns the question to the administrator who answered', async () => {
  const admin = await joinAsAdmin(house)
  const id = await newQuestion('Siv')
  expect(house.told).toEqual([{ to: ['admin'], about: 'messages' }])
  house.told.length = 0
  const form = { key: randomUUID(), answer: 'Hej!\n\nDet kostar 295 kr.' }
  for (const _ of [1, 2]) valueFrom(await answerMessage(asked(admin, form), id))
  expect(house.told.at(-1)).toEqual({ to: ['admin'], about: 'messages' })
  const mails = (await house.deliver()).filter(({ recipient }) => recipient === 'fraga@exempel.se')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('Det kostar 295 kr.')
  expect(mails[0]?.text).toContain('Vad kostar det?')
  expect(await readMessage(house.db, id)).toMatchObject({ state: 'answered', assignedTo: admin.signedIn.person.id })
  const history = await readAudit(house.db, { kind: 'contact message', id }, 5)
  expect(history.map(({ deed }) => deed)).toEqual(['answer contact message'])
  expect(found(await readMessageForAdmin(house, admin.signedIn, id)).answers).toHaveLength(1)
})

test('taking, closing and reopening a question moves it between the parts of the inbox', async () => {
  const [admin, other] = [await joinAsAdmin(house), await joinAsAdmin(house)]
  const id = await newQuestion('Olle')
  const ids = async (part: 'obesvarade' | 'mina', who: Resident) =>
    (await listMessages(house, who.signedIn, part, null)).messages.map((message) => message.id)
  valueFrom(await takeMessage(asked(admin), id))
  expect(await ids('mina', admin)).toEqual([id])
  expect(await ids('mina', other)).toEqual([])
  valueFrom(await closeMessage(asked(other), id))
  expect(await ids('obesvarade', admin)).not.toContain(id)
  expect(await ids('mina', admin)).toEqual([])
  valueFrom(await reopenMessage(asked(other), id))
  expect(await ids('obesvarade', admin)).toContain(id)
  const history = await readAudit(house.db, { kind: 'contact message', id }, 5)
  expect(history.map(({ deed, actorId }) => [deed, actorId])).toEqual([
    ['reopen contact message', other.signedIn.person.id],
    ['close contact message', other.signedIn.person.id],
    ['take contact message', admin.signedIn.person.id],
  ])
})

test('the inbox shows the sender and the beginning, and the question all of its text', async () => {
  const admin = await joinAsAdmin(house)
  const message = `Hej! ${'Vad kostar det? '.repeat(40)}`.trim()
  const id = await newQuestion('Karin', message)
  const { messages } = await listMessages(house, admin.signedIn, 'alla', null)
  const listed = messages.find((one) => one.id === id)
  expect(listed).toMatchObject({ name: 'Karin', interest: 'Företag' })
  expect(listed?.begins.length).toBeLessThanOrEqual(160)
  expect(message.startsWith(listed?.begins.slice(0, 100) ?? 'x')).toBe(true)
  expect(found(await readMessageForAdmin(house, admin.signedIn, id))).toMatchObject({ message, interest: 'Företag' })
})

test('an empty answer is refused and sends nothing', async () => {
  const admin = await joinAsAdmin(house)
  const id = await newQuestion('Vera')
  await house.deliver()
  const refusal = refusalFrom(await answerMessage(asked(admin, { key: randomUUID(), answer: ' ' }), id))
  expect(refusal.fields).toEqual({ answer: 'Skriv ett svar' })
  expect(await house.deliver()).toEqual([])
})

test('refuses everybody but administrators', async () => {
  const siv = await joinAsMember(house)
  const id = await newQuestion('Vera')
  const form = { key: randomUUID(), answer: 'x' }
  for (const deed of [answerMessage, takeMessage, closeMessage, reopenMessage]) {
    await expect(deed(asked(siv, form), id)).rejects.toThrow('not allowed')
    await expect(deed(asked(siv), id)).rejects.toThrow('not allowed')
  }
  await expect(listMessages(house, siv.signedIn, 'alla', null)).rejects.toThrow('not allowed')
  await expect(readMessageForAdmin(house, siv.signedIn, id)).rejects.toThrow('not allowed')
  expect(await readMessage(house.db, id)).toMatchObject({ state: 'new' })
})

test('a question is deleted ninety days after it was answered or closed, and one that waits is kept', async () => {
  const admin = await joinAsAdmin(house)
  const [waiting, answered, closed, reopened] = [
    await newQuestion('Ada'),
    await newQuestion('Bo'),
    await newQuestion('Cia'),
    await newQuestion('Dan'),
  ]
  valueFrom(await takeMessage(asked(admin), waiting))
  valueFrom(await answerMessage(asked(admin, { key: randomUUID(), answer: 'Hej!' }), answered))
  for (const id of [closed, reopened]) valueFrom(await closeMessage(asked(admin), id))
  valueFrom(await reopenMessage(asked(admin), reopened))
  const kept = async () => {
    const rows = house.db.selectFrom('contact_messages').select('id').where('id', 'in', ours)
    return new Set((await rows.execute()).map(({ id }) => id))
  }
  const ours = [waiting, answered, closed, reopened]
  house.clock.forward({ days: 89 })
  const again = await enter(house, admin.cookies)
  // Another answer begins the time anew.
  valueFrom(await answerMessage(asked(again, { key: randomUUID(), answer: 'Och så här.' }), answered))
  await forgetSettledQuestions(house)
  expect(await kept()).toEqual(new Set(ours))
  house.clock.forward({ days: 2 })
  await forgetSettledQuestions(house)
  expect(await kept()).toEqual(new Set([waiting, answered, reopened]))
  house.clock.forward({ days: 89 })
  await forgetSettledQuestions(house)
  expect(await kept()).toEqual(new Set([waiting, reopened]))
  const answers = house.db.selectFrom('contact_answers').select('id').where('message_id', '=', answered)
  expect(await answers.execute()).toEqual([])
})
