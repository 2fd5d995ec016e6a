import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { placeAlarm } from '../../../test/support/alarms'
import { countedDatabase } from '../../../test/support/counted/statements'
import { newPhone } from '../../../test/support/guards'
import { whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { replyWords } from '../answer/reply'
import { countWrongTry, drawWords, forgetWords, freeWords, giveWords, tellPress } from './word-store.server'

/** The answer words of calls: those of one phone next to those of another. */

const house = useHouse()
let now: Date
let phone: string
const from = (ms: number) => new Date(now.getTime() + ms)
const minute = 60_000

beforeEach(() => {
  now = house.clock.now()
  phone = newPhone()
})

/** A call to a phone about an open alarm, or about one that ended at `closedAt`. */
async function call(given: { to?: string; closedAt?: Date } = {}) {
  const { to = phone, closedAt } = given
  const over = closedAt ? { status: 'cancelled' as const, closed_at: closedAt } : {}
  const alarm_id = await placeAlarm(house, now, over)
  const recipientId = randomUUID()
  const recipient = {
    id: recipientId,
    alarm_id,
    role: 'operator' as const,
    profile_id: randomUUID(),
    name: 'Ali',
    phone: to,
  }
  await house.db
    .insertInto('alarm_recipients')
    .values({ ...recipient, link_hash: randomUUID(), created_at: now })
    .execute()
  // Words are given while the alarm is open.
  return { recipientId, phone: to, alarm_id, givenAt: closedAt ?? now }
}
const word = (of: Awaited<ReturnType<typeof call>>, given: string, freed_at: Date | null = null) =>
  house.db
    .insertInto('alarm_words')
    .values({ recipient_id: of.recipientId, phone: of.phone, word: given, given_at: of.givenAt, freed_at })
    .execute()
const row = (recipientId: string) =>
  house.db.selectFrom('alarm_words').selectAll().where('recipient_id', '=', recipientId).executeTakeFirst()

test('drawWords draws sixteen different reply words', () => {
  const words = drawWords()
  expect(words).toHaveLength(16)
  expect(new Set(words).size).toBe(16)
  expect(words.every((word) => replyWords.includes(word))).toBe(true)
})

test('giveWords gives different words to calls of one phone, and is idempotent', async () => {
  const calls = [await call(), await call(), await call({ to: newPhone() })]
  const given = await giveWords(house.db, calls, now)
  const words = calls.map(({ recipientId }) => given.get(recipientId) ?? '')
  expect(words.every((word) => replyWords.includes(word))).toBe(true)
  expect(words[0]).not.toBe(words[1])
  expect(await row(calls[0]?.recipientId ?? '')).toMatchObject({ word: words[0], phone, given_at: now, freed_at: null })
  // Idempotent: asked again, the call keeps its word.
  expect((await giveWords(house.db, calls.slice(0, 1), from(1))).get(calls[0]?.recipientId ?? '')).toBe(words[0])
  expect(await giveWords(house.db, [], now)).toEqual(new Map())
})

test('giveWords looks for words to free only when a word is missing', async () => {
  const { db, asked, forget } = await countedDatabase(house)
  const [first, again] = [await call(), await call()]
  await giveWords(db, [first], now)
  expect(asked.statements).toEqual(['give words'])
  forget()
  // One of the two has its word already, so the insert leaves one out.
  await giveWords(db, [first, again], now)
  expect(asked.statements).toEqual(expect.arrayContaining(['give words', 'free words', 'words of calls']))
})

test('a phone with all words in use gets none, while another phone gets one, and gets a word a second after one becomes free', async () => {
  for (const [nth, one] of replyWords.entries()) if (nth > 0) await word(await call(), one)
  const other = await call({ to: newPhone() })
  const [last, late] = [await call(), await call()]
  // Each at its own second, since an exhausted phone is remembered for one.
  let at = now
  const find = async (which: typeof last) => {
    at = new Date(at.getTime() + 1_000)
    return (await giveWords(house.db, [which], at)).get(which.recipientId)
  }
  await word({ ...last, givenAt: from(-60 * minute) }, replyWords[0] ?? '')
  expect(await find(late)).toBeUndefined()
  expect(replyWords).toContain(await find(other))
  // Its alarm ended more than a quarter of an hour ago.
  const ended = { status: 'cancelled' as const, closed_at: from(-15 * minute - 1) }
  await house.db.updateTable('safety_alarms').set(ended).where('id', '=', last.alarm_id).execute()
  // Sixteen candidates are drawn at a time, so finding the only free word may take several tries.
  let found = await find(late)
  for (let tries = 0; !found && tries < 300; tries++) found = await find(late)
  expect(found).toBe(replyWords[0])
}, 120_000)

test('freeWords frees a word a quarter of an hour after the end, and deletes it a day later', async () => {
  const [open, just, over, other] = [
    await call(),
    await call({ closedAt: from(-15 * minute) }),
    await call({ closedAt: from(-15 * minute - 1) }),
    await call({ to: newPhone(), closedAt: from(-60 * minute) }),
  ]
  const day = 24 * 60 * minute
  const [freed, forgotten] = [await call({ closedAt: from(-2 * day) }), await call({ closedAt: from(-2 * day) })]
  for (const [of, given] of [
    [open, '2A'],
    [just, '2C'],
    [over, '2E'],
    [other, '2F'],
  ] as const)
    await word(of, given)
  await word(freed, '2H', from(-day))
  await word(forgotten, '2J', from(-day - 1))
  await freeWords(house.db, [open], now)
  const freedAt = async () =>
    Promise.all([open, just, over, other, freed].map(async ({ recipientId }) => (await row(recipientId))?.freed_at))
  expect(await freedAt()).toEqual([null, null, now, null, from(-day)])
  expect(await row(forgotten.recipientId)).toBeUndefined()
  await freeWords(house.db, [open], from(1))
  expect((await freedAt()).slice(1, 3)).toEqual([from(1), now])
})

test.each([
  ['calls of freeWords for the same phone', () => freeWords(house.db, [{ recipientId: randomUUID(), phone }], now)],
  ['runs of forgetWords', () => forgetWords({ db: house.db, clock: { now: () => now } })],
])('freeing words skips a locked row without waiting, for two %s', async (_, free) => {
  const over = await call({ closedAt: from(-60 * minute) })
  const old = await call({ closedAt: from(-3 * 24 * 60 * minute) })
  const open = await call()
  for (const kept of [over, old]) {
    await house.db.deleteFrom('alarm_words').execute()
    await word(over, '2A')
    await word(old, '2C', old.givenAt)
    await word(open, '2E')
    await whileKept(
      house.db,
      (db) => sql`select from alarm_words where recipient_id = ${kept.recipientId} for update`.execute(db),
      () => free(),
    )
    // The locked row is skipped; the others are handled as if there were no lock.
    const left = await Promise.all([over, old, open].map(async ({ recipientId }) => (await row(recipientId))?.freed_at))
    expect(left).toEqual(kept === over ? [null, undefined, null] : [now, old.givenAt, null])
  }
})

test('forgetWords deletes a number a day after its word was freed, whichever phone is called', async () => {
  const clock = { now: () => now }
  const [here, elsewhere] = [await call({ closedAt: from(-16 * minute) }), await call({ to: newPhone() })]
  await word(here, '2A')
  await word(elsewhere, '2A')
  await forgetWords({ db: house.db, clock })
  expect([(await row(here.recipientId))?.freed_at, (await row(elsewhere.recipientId))?.freed_at]).toEqual([now, null])
  now = from(24 * 60 * minute)
  await forgetWords({ db: house.db, clock })
  expect(await row(here.recipientId)).toBeDefined()
  now = from(1)
  await forgetWords({ db: house.db, clock })
  expect([await row(here.recipientId), (await row(elsewhere.recipientId))?.word]).toEqual([undefined, '2A'])
})

test('a recipient whose number changed gets a new word, and none while the old one is locked', async () => {
  const moved = await call()
  await word(moved, '2A')
  const to = newPhone()
  await house.db.updateTable('alarm_recipients').set({ phone: to }).where('id', '=', moved.recipientId).execute()
  // On the new number '2A' belongs to another call, so JA with it would take that alarm.
  await word(await call({ to }), '2A')
  const given = await whileKept(
    house.db,
    (db) => sql`select from alarm_words where recipient_id = ${moved.recipientId} for update`.execute(db),
    () => giveWords(house.db, [{ recipientId: moved.recipientId, phone: to }], now),
  )
  expect(given).toEqual(new Map())
  expect((await giveWords(house.db, [{ recipientId: moved.recipientId, phone: to }], now)).size).toBe(1)
})

test('first_free_word uses an index, also in a connection whose plan is from when the table was small', async () => {
  const line = await house.pool.connect()
  const drawn = JSON.stringify(replyWords.slice(0, 16))
  const ask = () => line.query({ name: 'first', text: 'select first_free_word($1, $2::jsonb)', values: [phone, drawn] })
  const fill = (many: number) =>
    house.asOwner(`set session_replication_role = replica; insert into alarm_words (recipient_id, phone, word, given_at)
      select gen_random_uuid(), '+4670' || (${many} * 100 + n), '2A', now() from generate_series(1, ${many}) as n`)
  await fill(40)
  await house.asOwner('analyze alarm_words')
  for (let n = 0; n < 10; n++) await ask()
  await fill(5_000)
  await line.query('begin')
  const scans = async () => {
    const { rows } = await line.query(`select seq_scan from pg_stat_xact_user_tables where relname = 'alarm_words'`)
    return Number(rows[0].seq_scan)
  }
  const before = await scans()
  await ask()
  const more = (await scans()) - before
  line.release(true)
  expect(more).toBe(0)
})

test('freeWords deletes the word of a recipient whose number has changed, and no other', async () => {
  const [moved, stays] = [await call(), await call()]
  for (const [of, given] of [
    [moved, '2A'],
    [stays, '2C'],
  ] as const)
    await word(of, given)
  await house.db
    .updateTable('alarm_recipients')
    .set({ phone: newPhone() })
    .where('id', '=', moved.recipientId)
    .execute()
  await freeWords(house.db, [stays], now)
  expect(await row(moved.recipientId)).toBeDefined()
  await freeWords(house.db, [moved, stays], now)
  expect([await row(moved.recipientId), (await row(stays.recipientId))?.word]).toEqual([undefined, '2C'])
})

test('tellPress tells of each press once per call, and wrong tries are counted up to three per call', async () => {
  const [one, other] = [await call(), await call()]
  for (const [of, given] of [
    [one, '2A'],
    [other, '2C'],
  ] as const)
    await word(of, given)
  const [first, second] = [randomUUID(), randomUUID()]
  const told = (press: string, of = one) => tellPress(house.db, of.recipientId, press)
  expect([await told(first), await told(first), await told(second), await told(first, other)]).toEqual([
    false,
    true,
    false,
    false,
  ])
  for (let tries = 0; tries < 5; tries++) await countWrongTry(house.db, [one.recipientId])
  expect([(await row(one.recipientId))?.wrong_tries, (await row(other.recipientId))?.wrong_tries]).toEqual([3, 0])
})
