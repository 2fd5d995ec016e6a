import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { notThere } from '~/shared/outcome'
import { holdWakes, useHouse } from '../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, type Resident } from '../../test/support/people'
import { deleteContactMessagesFrom } from './contact-store.server'
import { exportContactMessages } from './export-contact-messages.server'
import { answerMessage, closeMessage, reopenMessage, takeMessage } from './handle-message.server'
import { inboxPartFrom } from './inbox'
import { listMessages, readMessageForAdmin } from './read-inbox.server'
import { saveContactMessage } from './save-contact-message.server'

/* Each deed has three questions to choose from, and must change only the one that it names. */

const house = useHouse()
holdWakes(house)
let admin: Resident
let other: Resident
beforeAll(async () => {
  ;[admin, other] = [await joinAsAdmin(house), await joinAsAdmin(house)]
})
beforeEach(async () => {
  await house.db.deleteFrom('contact_answers').execute()
  await house.db.deleteFrom('contact_messages').execute()
  await house.db.deleteFrom('attempts').execute()
})

const asked = ({ visitor, signedIn }: Resident, values = {}) => ({ house, visitor, signedIn, values })
const ask = async (message: string, email = 'siv@exempel.se') =>
  saveContactMessage(house, await house.visitor(), { name: 'Siv', email, interest: 'business', message })
const all = async (who = admin) => (await listMessages(house, who.signedIn, 'alla', null)).messages
const standing = async () => (await all()).map(({ begins, state, takenBy }) => [begins, state, takenBy])
async function three() {
  for (const message of ['first', 'second', 'third']) valueFrom(await ask(message))
  const [third, second, first] = (await all()).map(({ id }) => id)
  return { first: first ?? '', second: second ?? '', third: third ?? '' }
}
const read = async (id: string, who = admin) => found(await readMessageForAdmin(house, who.signedIn, id))
const namedAs = ({ signedIn }: Resident) => signedIn.person.name

test('taking, answering, closing and reopening change only the given question, once each', async () => {
  const { first, second, third } = await three()
  const answer = { key: randomUUID(), answer: 'Hej!\n\nGärna.' }
  house.woken.length = 0
  for (const _ of [1, 2]) {
    valueFrom(await takeMessage(asked(other), second))
    valueFrom(await answerMessage(asked(admin, answer), second))
    await house.db
      .updateTable('contact_messages')
      .set({ assigned_to: other.signedIn.person.id })
      .where('id', '=', second)
      .execute()
  }
  expect(new Set(house.woken)).toEqual(new Set(['mail']))
  const untouched = (begins: string) => [begins, 'new', null]
  expect(await standing()).toEqual([untouched('third'), ['second', 'answered', namedAs(other)], untouched('first')])
  const [letter, ...more] = (await house.deliver()).filter(({ recipient }) => recipient === 'siv@exempel.se')
  expect(letter?.text.split('\n\n').slice(0, 4)).toEqual(['Hej Siv,', 'Hej!', 'Gärna.', 'Du skrev: second'])
  expect(more).toEqual([])
  expect(await read(second)).toMatchObject({ isMine: false, stateLabel: 'Besvarat', takenBy: namedAs(other) })
  expect((await read(second, other)).isMine).toBe(true)
  expect((await read(second)).answers).toMatchObject([{ answer: answer.answer, by: namedAs(admin) }])
  expect((await read(first)).answers).toEqual([])

  // An answered question that is not closed cannot be reopened.
  valueFrom(await reopenMessage(asked(admin), second))
  for (const _ of [1, 2]) valueFrom(await closeMessage(asked(admin), second))
  expect(await standing()).toEqual([untouched('third'), ['second', 'closed', namedAs(other)], untouched('first')])
  for (const _ of [1, 2]) valueFrom(await reopenMessage(asked(admin), second))
  expect(await standing()).toEqual([untouched('third'), ['second', 'new', namedAs(other)], untouched('first')])
  const history = await readAudit(house.db, { kind: 'contact message', id: second }, 9)
  const [by, whose] = [admin.signedIn.person.id, other.signedIn.person.id]
  expect(history.map(({ deed, before, after }) => ({ deed, before, after }))).toEqual([
    {
      deed: 'reopen contact message',
      before: { state: 'closed', assignedTo: whose },
      after: { state: 'new', assignedTo: whose },
    },
    {
      deed: 'close contact message',
      before: { state: 'answered', assignedTo: whose },
      after: { state: 'closed', assignedTo: whose },
    },
    {
      deed: 'answer contact message',
      before: { state: 'new', assignedTo: whose },
      after: { state: 'answered', assignedTo: by },
    },
    {
      deed: 'take contact message',
      before: { state: 'new', assignedTo: null },
      after: { state: 'new', assignedTo: whose },
    },
  ])
  expect(await readAudit(house.db, { kind: 'contact message', id: third }, 9)).toEqual([])
})

test('the inbox lists unanswered questions, my questions that are not closed, and all', async () => {
  const { first, second, third } = await three()
  valueFrom(await takeMessage(asked(admin), first))
  valueFrom(await takeMessage(asked(other), second))
  valueFrom(await answerMessage(asked(admin, { key: randomUUID(), answer: 'Ja' }), third))
  const ids = async (part: string | null) =>
    (await listMessages(house, admin.signedIn, inboxPartFrom(part), null)).messages.map(({ id }) => id)
  expect(await ids('obesvarade')).toEqual([second, first])
  expect(await ids('mina')).toEqual([third, first])
  expect(await ids('alla')).toEqual([third, second, first])
  for (const nonsense of [null, '', 'constructor']) expect(inboxPartFrom(nonsense)).toBe('obesvarade')
})

test('pages through questions by 25', async () => {
  const rows = Array.from({ length: 27 }, (_, at) => ({
    key: randomUUID(),
    ...{
      name: 'Siv',
      email: 'siv@exempel.se',
      interest: 'customer' as const,
      message: `nr ${at}`,
      created_at: new Date(),
    },
  }))
  for (const row of rows) await house.db.insertInto('contact_messages').values(row).execute()
  const first = await listMessages(house, admin.signedIn, 'alla', null)
  expect([first.messages.length, first.messages[0]?.begins]).toEqual([25, 'nr 26'])
  const second = await listMessages(house, admin.signedIn, 'alla', first.next ?? null)
  expect(second.messages.map(({ begins }) => begins)).toEqual(['nr 1', 'nr 0'])
  expect(second.next).toBeUndefined()
})

test('the same question twice in a day is stored once, and the eleventh in an hour is rate limited', async () => {
  const message = 'Hej\n'.repeat(10)
  for (const _ of [1, 2]) valueFrom(await ask(message))
  expect(await all()).toHaveLength(1)
  house.clock.forward({ days: 1 })
  valueFrom(await ask(message))
  expect(await all()).toHaveLength(2)
  house.told.length = 0
  for (let count = 1; count < 10; count++) valueFrom(await ask(`nr ${count}`))
  expect(refusalFrom(await ask('for many')).message).toMatch(/Vänta en timme/)
  expect(await all()).toHaveLength(11)
  expect(house.told).toEqual(Array.from({ length: 9 }, () => ({ to: ['admin'], about: 'messages' })))
})

test('stores nothing when delivery is off, and still validates the form', async () => {
  const off = { ...house, config: { ...house.config, contactDelivery: 'off' as const } }
  const visitor = await house.visitor()
  const form = { name: 'Siv', email: 'siv@exempel.se', interest: 'business', message: 'Hej' }
  valueFrom(await saveContactMessage(off, visitor, form))
  expect(Object.keys(refusalFrom(await saveContactMessage(off, visitor, { ...form, name: '' })).fields)).toEqual([
    'name',
  ])
  expect(await all()).toEqual([])
})

test('exports and deletes the questions from an address, in any letter case, and no others', async () => {
  valueFrom(await ask('hers', 'Siv@Exempel.SE'))
  valueFrom(await ask('his', 'olle@exempel.se'))
  valueFrom(await ask('hers too'))
  const told = await exportContactMessages(house.db, 'siv@exempel.se')
  expect(told).toMatchObject([
    { namn: 'Siv', gäller: 'Företag', meddelande: 'hers', skickat: expect.any(Date) },
    { meddelande: 'hers too' },
  ])
  await deleteContactMessagesFrom(house.db, 'siv@exempel.se')
  expect((await all()).map(({ begins }) => begins)).toEqual(['his'])
})

test('limits an answer to 5000 characters, returns "not there" for an unknown question, and names nobody who left', async () => {
  const { first } = await three()
  const answered = (answer: string, id = first) => answerMessage(asked(admin, { key: randomUUID(), answer }), id)
  expect(refusalFrom(await answered('x'.repeat(5001))).fields).toHaveProperty('answer')
  expect(await answered('Hej', randomUUID())).toBe(notThere)
  house.woken.length = house.told.length = 0
  expect(await takeMessage(asked(admin), randomUUID())).toBe(notThere)
  expect([house.woken, house.told]).toEqual([[], []])
  expect(await readMessageForAdmin(house, admin.signedIn, randomUUID())).toBe(notThere)
  valueFrom(await answered('x'.repeat(5000)))
  await house.db.updateTable('contact_answers').set({ answered_by: null }).execute()
  await house.db.updateTable('contact_messages').set({ assigned_to: null }).execute()
  expect(await read(first)).toMatchObject({ takenBy: null, answers: [{ by: 'Någon som har lämnat' }] })
  expect((await all())[0]?.takenBy).toBeNull()
})
