import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveSms } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import {
  addPartner,
  alarmRow,
  historyOf,
  openNeighbourhood,
  press,
  textsTo,
  wordTo,
  workOff,
} from '../../../test/support/alarms'
import { countedDatabase } from '../../../test/support/counted/statements'
import { employGuard, newPhone } from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { saySafe } from '../raise/say-safe.server'
import { giveWords } from '../words/word-store.server'
import { answerAlarmSms } from './answer-sms.server'
import { replyWords } from './reply'
import { replyBySms } from './reply-by-sms.server'

const house = useHouse()
const reply = async (fromPhone: string, text: string) =>
  (await replyBySms(house, { fromPhone, text, providerId: 'in-1' })).answer
/** Answers with the word in the newest SMS to this phone. */
const replyWithWord = (phone: string, text: string) => reply(phone, `${text} ${wordTo(house, phone)}`)
const statusOf = async (alarmId: string) => (await alarmRow(house.db, alarmId)).status

/** A word that no call to this phone has. */
const otherThan = (...words: string[]) => replyWords.find((word) => !words.includes(word)) ?? ''

async function openWithCall() {
  const street = await openNeighbourhood(house)
  const { alarmId } = await press(house, street.member, { message: 'Någon är i trapphuset' })
  await workOff(house)
  return { ...street, alarmId, word: wordTo(house, street.phone) }
}

test('JA with the word of the call takes the alarm, and the taker is sent who needs help and what happened', async () => {
  const { phone, alarmId, word } = await openWithCall()
  expect(await reply(phone, ` Ja ${word.toLowerCase()}! `)).toBeNull()
  expect(await reply(phone, `ja${word}`)).toMatch(/Du har redan larmet/)
  await workOff(house)
  const row = await alarmRow(house.db, alarmId)
  expect([row.status, row.taker_company_name]).toEqual(['acknowledged', 'Vakt AB'])
  const details = textsTo(house, phone).filter((text) => text.includes('Du har larmet'))
  expect(details).toHaveLength(1)
  expect(details[0]).toMatch(/Eva Lind, 070-123 45 67: Någon är i trapphuset\. Svara FRAMME/)
  expect(details[0]).toContain(`KLAR ${word} när det är över.`)
})

test.each(['JA', 'NEJ', 'FRAMME', 'KLAR', 'Vad menar ni?', 'JA 00'])(
  'an SMS without the word changes nothing and is answered with how to reply: %s',
  async (text) => {
    const { phone, alarmId, word } = await openWithCall()
    const before = await historyOf(house.db, alarmId)
    expect(await reply(phone, text)).toBe(`Svara JA ${word} om du kommer, NEJ ${word} om du inte kan.`)
    expect([await statusOf(alarmId), await historyOf(house.db, alarmId)]).toEqual(['new', before])
    await replyWithWord(phone, 'JA')
    if (text === 'JA') return
    expect(await reply(phone, text)).toMatch(`FRAMME ${word} när du är där`)
    expect(await statusOf(alarmId)).toBe('acknowledged')
  },
)

test('after three wrong words a phone can answer only by the link, and the SMS says so', async () => {
  const { phone, alarmId, word } = await openWithCall()
  const wrong = otherThan(word)
  expect(await reply(phone, `JA ${wrong}`)).toBe(
    `Inget av dina larm har ordet ${wrong}. Svara JA ${word} om du kommer, NEJ ${word} om du inte kan.`,
  )
  expect(await reply(phone, `KLAR ${wrong}`)).toMatch(/Inget av dina larm/)
  expect(await reply(phone, `NEJ ${wrong}`)).toMatch(/fel ord för många gånger.*länken/)
  expect(await reply(phone, `JA ${word}`)).toMatch(/fel ord för många gånger.*länken/)
  expect(await statusOf(alarmId)).toBe('new')
  // The next alarm has its own word and its own count of wrong tries.
  const next = await press(house, await joinAsMember(house, { postcode: (await alarmRow(house.db, alarmId)).postcode }))
  await workOff(house)
  await replyWithWord(phone, 'JA')
  expect(await statusOf(next.alarmId)).toBe('acknowledged')
})

test('concurrent wrong words are counted one by one, and the right word after them is refused', async () => {
  const { phone, alarmId, word } = await openWithCall()
  const guesses = replyWords.filter((each) => each !== word).slice(0, 30)
  const answers = await Promise.all(guesses.map((guess) => reply(phone, `JA ${guess}`)))
  expect(answers.filter((answer) => answer?.startsWith('Inget av dina larm'))).toHaveLength(2)
  expect(await reply(phone, `JA ${word}`)).toMatch(/fel ord för många gånger/)
  expect(await statusOf(alarmId)).toBe('new')
})

test('NEJ from the taker after the member has said that they are safe cancels the alarm and says so', async () => {
  const { member, phone, alarmId } = await openWithCall()
  await replyWithWord(phone, 'JA')
  valueFrom(await saySafe(house, member.signedIn, alarmId))
  expect(await replyWithWord(phone, 'NEJ')).toMatch(/sagt att hen är trygg, så larmet är avblåst/)
  expect(await statusOf(alarmId)).toBe('cancelled')
})

test('JA to a taken alarm is answered with who has it, to another company and to a colleague, without details', async () => {
  const { member, postcode, companyId, phone } = await openNeighbourhood(house)
  const [other, colleague] = [await addPartner(house, postcode), newPhone()]
  await employGuard(house, companyId, { phone: colleague, name: 'Cilla Berg' })
  await press(house, member)
  await workOff(house)
  await replyWithWord(phone, 'JA')
  expect(await replyWithWord(other.phone, 'JA')).toBe('Vakt AB (Ali) har larmet. Du behöver inte åka.')
  expect(await replyWithWord(other.phone, 'KLAR')).toBe('Vakt AB (Ali) har larmet. Du behöver inte åka.')
  expect(await replyWithWord(colleague, 'JA')).toMatch(/^Ali har larmet\. Svara OCKSÅ/)
  await workOff(house)
  for (const told of [other.phone, colleague]) expect(textsTo(house, told).join()).not.toMatch(/Eva|huset/)
})

test('each answer applies to the alarm whose word it carries, even after a newer call', async () => {
  const { postcode, phone, alarmId: first, word } = await openWithCall()
  await reply(phone, `JA ${word}`)
  const second = await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  const newer = wordTo(house, phone)
  expect(newer).not.toBe(word)
  // Regression: this used to hand back the alarm that the guard had.
  expect(await reply(phone, `NEJ ${newer}`)).toBe('Tack för att du säger till.')
  expect(await statusOf(first)).toBe('acknowledged')
  expect(await reply(phone, `FRAMME ${word}`)).toMatch(/på plats.*KLAR/)
  expect(await statusOf(first)).toBe('on_site')
  expect(await reply(phone, `KLAR ${newer}`)).toBe(`Du har inte det larmet. Svara JA ${newer} om du tar det.`)
  expect(await reply(phone, `KLAR ${word}`)).toMatch(/avslutat/)
  expect([await statusOf(first), await statusOf(second.alarmId)]).toEqual(['resolved', 'new'])
  expect(await reply(phone, `KLAR ${word}`)).toMatch(/är över/)
})

test('JA without a word while an alarm and a newer test are open takes neither and asks for the word; with a word it takes the one it names', async () => {
  const { postcode, phone, alarmId, word } = await openWithCall()
  const tested = await press(house, await joinAsMember(house, { postcode }), { test: 'on' })
  await workOff(house)
  const tests = wordTo(house, phone)
  const asked = await reply(phone, 'JA')
  expect(asked).toMatch(/Skriv larmets ord efter JA/)
  expect(asked).toMatch(new RegExp(`\\(test\\) ${tests}, .* ${word}\\.$`))
  expect([await statusOf(alarmId), await statusOf(tested.alarmId)]).toEqual(['new', 'new'])
  await reply(phone, `JA ${word}`)
  // The alarm that the guard has does not turn JA without a word into an answer to the test.
  expect(await reply(phone, 'JA')).toMatch(new RegExp(`\\(test\\) ${tests}, .*\\(ditt\\) ${word}\\.$`))
  expect([await statusOf(alarmId), await statusOf(tested.alarmId)]).toEqual(['acknowledged', 'new'])
  expect(await reply(phone, `JA ${tests}`)).toBeNull()
  expect(await statusOf(tested.alarmId)).toBe('acknowledged')
})

test('FRAMME from somebody who has not taken the alarm takes it and records the arrival', async () => {
  const { phone, alarmId } = await openWithCall()
  await replyWithWord(phone, 'Framme')
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'taken', 'arrived'])
})

test('NEJ is recorded once; from the taker it hands the alarm back', async () => {
  const { phone, alarmId } = await openWithCall()
  expect(await replyWithWord(phone, 'Nej')).toBe('Tack för att du säger till.')
  await replyWithWord(phone, 'NEJ')
  expect(await historyOf(house.db, alarmId)).toEqual(['raised', 'called', 'declined'])
  await replyWithWord(phone, 'JA')
  expect(await replyWithWord(phone, 'NEJ')).toMatch(/ute hos alla igen/)
  expect(await statusOf(alarmId)).toBe('new')
})

test('a call that the provider never confirmed can be answered while it waits for its retry', async () => {
  const { member, phone } = await openNeighbourhood(house)
  house.texted.answers.push({ kind: 'temporary', reason: 'inget svar i tid' })
  const { alarmId } = await press(house, member)
  await workOff(house)
  const { word } = await house.db
    .selectFrom('alarm_words')
    .select('word')
    .where('phone', '=', phone)
    .executeTakeFirstOrThrow()
  expect(await reply(phone, `JA ${word}`)).toBeNull()
  expect(await statusOf(alarmId)).toBe('acknowledged')
})

test('an SMS from a phone without a call gets no answer; one before the call is written is told to use its word', async () => {
  const { member, phone } = await openNeighbourhood(house)
  expect(await reply(phone, 'JA')).toBeNull()
  await press(house, member)
  expect(await reply(phone, 'JA')).toMatch(/ordet i vårt SMS/)
  expect(await reply('+46701749999', 'JA')).toBeNull()
})

test('a phone with every word in use gets its next call without a word, which giveWords finds with one query a second', async () => {
  const { member, phone, alarmId } = await openWithCall()
  const recipient = await house.db
    .selectFrom('alarm_recipients')
    .selectAll()
    .where('alarm_id', '=', alarmId)
    .executeTakeFirstOrThrow()
  // Fill every word of this phone with other open calls.
  const taken = await house.db.selectFrom('alarm_words').select('word').where('phone', '=', phone).execute()
  for (const word of replyWords.filter((each) => !taken.some((row) => row.word === each))) {
    const id = randomUUID()
    const other = { ...recipient, id, guard_id: randomUUID(), link_hash: id }
    await house.db.insertInto('alarm_recipients').values(other).execute()
    await house.db
      .insertInto('alarm_words')
      .values({ recipient_id: id, phone, word, given_at: house.clock.now() })
      .execute()
  }
  await press(house, await joinAsMember(house, { postcode: member.signedIn.person.postcode }))
  await workOff(house)
  expect(textsTo(house, phone)).toHaveLength(2)
  expect(textsTo(house, phone)[1]).toMatch(/^LARM i \d{3} \d\d, Kvartera\. http/)
  // Exhaustion is found with one query: first calls of others are waiting meanwhile.
  const { db, asked } = await countedDatabase(house)
  const now = house.clock.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  // A call that has its word keeps it.
  expect(await giveWords(db, [{ recipientId: recipient.id, phone }], now)).toEqual(
    new Map([[recipient.id, taken[0]?.word]]),
  )
  asked.statements.length = 0
  const late = { recipientId: randomUUID(), phone }
  const find = (ms: number) => giveWords(db, [late, { ...late, recipientId: randomUUID() }], after(ms))
  const asks = () => asked.statements.filter((each) => each === 'give words').length
  // Found to be exhausted a second ago, then once more, remembered for a second, and forgotten if the clock is set back.
  for (const [ms, times] of [
    [2_000, 1],
    [2_999, 1],
    [3_000, 2],
    [-3_000, 3],
  ] as const) {
    expect(await find(ms)).toEqual(new Map())
    expect(asks()).toBe(times)
  }
})

test('concurrent giveWords for one phone give different words, and one word to each recipient', async () => {
  const { member, phone } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const recipient = await house.db
    .selectFrom('alarm_recipients')
    .selectAll()
    .where('alarm_id', '=', alarmId)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const rows = ids.map((id) => ({ ...recipient, id, guard_id: id, link_hash: id }))
  await house.db.insertInto('alarm_recipients').values(rows).execute()
  const halves = [ids.slice(0, 40), ids.slice(20)]
  const given = await Promise.all(
    halves.map((half) =>
      giveWords(
        house.db,
        half.map((recipientId) => ({ recipientId, phone })),
        house.clock.now(),
      ),
    ),
  )
  // A recipient in both batches gets one word, and all words differ.
  for (const id of ids.slice(20, 40)) expect(given[0]?.get(id)).toBe(given[1]?.get(id))
  const words = new Map(given.flatMap((each) => [...each]))
  expect([words.size, new Set(words.values()).size]).toEqual([60, 60])
})

test('an SMS that is received again after a crash takes no second alarm', async () => {
  const { postcode, phone, alarmId, word } = await openWithCall()
  const received = { fromPhone: phone, text: `JA ${word}`, providerId: randomUUID() }
  const dying: House['above'] = {
    ...house.above,
    async answerAlarmSms(given, sms) {
      await answerAlarmSms(given, sms)
      throw new Error('killed')
    },
  }
  await expect(receiveSms({ ...house, above: dying }, received)).rejects.toThrow('killed')
  expect(await statusOf(alarmId)).toBe('new')

  await receiveSms(house, received)
  const second = await press(house, await joinAsMember(house, { postcode }))
  await workOff(house)
  await receiveSms(house, received)
  expect([await statusOf(alarmId), await statusOf(second.alarmId)]).toEqual(['acknowledged', 'new'])
  expect(textsTo(house, phone).filter((text) => text.includes('Du har larmet'))).toHaveLength(1)
})
