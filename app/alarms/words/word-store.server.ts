import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isDeadlock } from '~/platform/database/errors.server'
import { asTen, builtOnce, executeNamed } from '~/platform/database/named-statement.server'
import type { House } from '~/platform/house.server'
import { mostWrongTries, replyWords } from '../answer/reply'

/** Longer than the time in which a cancelled alarm can be reopened (policy.ts): its SMS are still on the phones. */
const keptAfterEnd = sql`interval '15 minutes'`

/** Number of random candidates per call. The first one that the phone has not in use becomes the word. */
const candidates = 16

/**
 * Phones that this process found with all words in use, and until when it does not look again. In a storm each message
 * to such a phone would search all its words, in vain, on the way from the press to the provider.
 */
const exhaustedUntil = new Map<string, number>()
const exhaustedMs = 1_000
/** By how much the clocks of two calls that overlap may differ. More is a clock that was set back. */
const overlapMs = 5_000

/** True if this phone had no word left a moment ago: its next SMS is sent without one. */
export function isExhausted(phone: string, now: Date): boolean {
  const leftMs = (exhaustedUntil.get(phone) ?? 0) - now.getTime()
  return leftMs > 0 && leftMs <= exhaustedMs + overlapMs
}

function rememberExhausted(phones: readonly string[], now: Date) {
  for (const [phone, until] of exhaustedUntil) if (until <= now.getTime()) exhaustedUntil.delete(phone)
  for (const phone of phones) if (!isExhausted(phone, now)) exhaustedUntil.set(phone, now.getTime() + exhaustedMs)
}

/**
 * Gives calls that are about to be sent by SMS a word that no other open call to the same phone has. A unique index
 * enforces that; of two processes the loser retries. A phone with more open calls than words gets an SMS without one,
 * and answers by the link. Words are freed only when one is missing: doing it for every message cost more than giving
 * the word. Returns the word of each recipient.
 */
export async function giveWords(db: Database, calls: readonly Called[], now: Date): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  // The call itself may have a word all the same.
  const spent = calls.filter(({ phone }) => isExhausted(phone, now))
  if (spent.length > 0) for (const { recipientId, word } of await readWords(db, spent)) words.set(recipientId, word)
  for (let round = 0; round < 3; round++) {
    const without = calls.filter(({ recipientId, phone }) => !words.has(recipientId) && !isExhausted(phone, now))
    if (without.length === 0) break
    const choices = JSON.stringify(without.map((call) => ({ ...call, words: drawWords() })))
    const given = await executeNamed(
      db,
      'give words',
      sql<{ recipientId: string; word: string }>`
      insert into alarm_words (recipient_id, phone, word, given_at)
      select *, ${now}::timestamptz from (
        select distinct on ("recipientId") "recipientId", phone, free.word
        from jsonb_to_recordset(${choices}) as drawn ("recipientId" uuid, phone text, words jsonb)
        cross join lateral first_free_word(phone, words) as free (word)
        where free.word is not null
      ) as chosen
      -- The same lock order as for a new alarm: two transactions that draw the same words cannot deadlock.
      order by phone, word
      on conflict do nothing
      returning recipient_id as "recipientId", word`,
    ).catch((error) => {
      // Deadlock: two processes draw different words for the same calls, so their lock orders can differ. The other
      // process has given the words; they are read below.
      if (isDeadlock(error)) return { rows: [] }
      throw error
    })
    for (const { recipientId, word } of given.rows) words.set(recipientId, word)
    const missing = without.filter(({ recipientId }) => !words.has(recipientId))
    if (missing.length === 0) break
    await freeWords(db, missing, now)
    const [meanwhile, exhausted] = await Promise.all([readWords(db, missing), readExhausted(db, missing)])
    for (const { recipientId, word } of meanwhile) words.set(recipientId, word)
    rememberExhausted(
      exhausted.map(({ phone }) => phone),
      now,
    )
  }
  return words
}

type Called = { recipientId: string; phone: string }

/** Words that another process has given meanwhile. */
const readWords = (db: Database, calls: readonly Called[]) =>
  askWords(db, asTen([...new Set(calls.map(({ recipientId }) => recipientId))]))

const askWords = builtOnce('words of calls', (db: Database, recipientIds: readonly string[]) =>
  db
    .selectFrom('alarm_words')
    .select(['recipient_id as recipientId', 'word'])
    .where(sql<boolean>`recipient_id = any(${recipientIds}::uuid[])`)
    // The recipient's number has changed: a word given for the old one must not be used, even while its row is locked
    // and cannot be deleted. A call to the new number may have it.
    .where(sql<boolean>`phone = (select phone from alarm_recipients where id = recipient_id)`),
)

/** Phones with all words in use. Retrying for those would find none, and delay the messages queued behind. */
const readExhausted = (db: Database, calls: readonly Called[]) =>
  askExhausted(db, asTen([...new Set(calls.map(({ phone }) => phone))]))

const askExhausted = builtOnce('phones without a word left', (db: Database, phones: readonly string[]) =>
  db
    .selectFrom('alarm_words')
    .select('phone')
    .where(sql<boolean>`phone = any(${phones}::text[])`)
    .where('freed_at', 'is', null)
    .groupBy('phone')
    .having(({ fn }) => fn.countAll(), '>=', replyWords.length),
)

/** Random candidates for one call's word. */
export function drawWords(): string[] {
  const words = new Set<string>()
  while (words.size < candidates) words.add(replyWords[randomInt(replyWords.length)] ?? '')
  return [...words]
}

/**
 * Words whose alarm has ended. A word is given while its alarm is open, so one younger than the time kept after the end
 * cannot be free, and is filtered out: without that, every message to a phone with all words in use read all the alarms
 * behind them, several milliseconds.
 */
const whoseAlarmIsOver = (now: Date) => sql`
  select recipient_id from alarm_words
  join alarm_recipients on alarm_recipients.id = recipient_id
  join safety_alarms on safety_alarms.id = alarm_id
  where freed_at is null and given_at < ${now}::timestamptz - ${keptAfterEnd} and closed_at < ${now}::timestamptz - ${keptAfterEnd}`

const freedADayAgo = (now: Date) => sql`
  given_at < ${now}::timestamptz - interval '1 day' and freed_at < ${now}::timestamptz - interval '1 day'`

/** Frees what these phones no longer need: words of ended alarms, and words given for a recipient's former number. */
export async function freeWords(db: Database, calls: readonly Called[], now: Date) {
  const phones = asTen(calls.map(({ phone }) => phone))
  const ids = asTen(calls.map(({ recipientId }) => recipientId))
  await executeNamed(
    db,
    'free words',
    sql`
    with over as (
      update alarm_words set freed_at = ${now} where recipient_id in (
        ${whoseAlarmIsOver(now)} and alarm_words.phone = any(${phones}) for update of alarm_words skip locked)
    )
    delete from alarm_words where recipient_id in (
      select recipient_id from alarm_words
      where (phone = any(${phones}) and ${freedADayAgo(now)})
        or (recipient_id = any(${ids}::uuid[])
          and phone is distinct from (select phone from alarm_recipients where id = recipient_id))
      for update skip locked)`,
  )
}

/** A chore: deletes phone numbers a day after their word was freed, whether or not the phone is called again. */
export async function forgetWords({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await sql`update alarm_words set freed_at = ${now} where recipient_id in (
    ${whoseAlarmIsOver(now)} for update of alarm_words skip locked)`.execute(db)
  await sql`delete from alarm_words where recipient_id in (
    select recipient_id from alarm_words where ${freedADayAgo(now)} for update skip locked)`.execute(db)
}

/**
 * Serialises the SMS of one phone (advisory lock): of two concurrent guesses the second sees that the first was wrong.
 */
export async function holdPhone(db: Database, phone: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm reply ${phone}`}, 0))`.execute(db)
}

/** Marks that the recipient has been told of this press. Returns true if they had been told before. */
export async function tellPress(db: Database, recipientId: string, pressId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_words')
    .set({ told_press: pressId })
    .where('recipient_id', '=', recipientId)
    .where('told_press', 'is distinct from', pressId)
    .executeTakeFirst()
  return numUpdatedRows === 0n
}

/** An SMS carried a word that belongs to none of these calls: a wrong guess counts for each of them. */
export async function countWrongTry(db: Database, recipientIds: string[]) {
  await sql`
    update alarm_words set wrong_tries = wrong_tries + 1
    where recipient_id = any(${recipientIds}::uuid[]) and wrong_tries < ${mostWrongTries}`.execute(db)
}
