import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { isDeadlock } from '~/platform/database/errors.server'
import { asTen, builtOnce, executeNamed } from '~/platform/database/named-statement.server'
import type { House } from '~/platform/house.server'
import { mostWrongTries, replyWords } from '../answer/reply'

/** Longer than a cancelled alarm can be opened again (policy.ts), whose SMS still lie in the phones. */
const keptAfterEnd = sql`interval '15 minutes'`

/** Words to choose from, in an order that nobody can know: the first that the phone has not in use is the call's. */
const candidates = 16

/**
 * Gives calls that are about to be texted a word, none that another open call of the same phone has: the database holds
 * that, and of two processes the second tries again. A phone with more open calls than there are words gets an SMS
 * without one, and answers by the link. What can be free by now is looked for only where one is missing: at every message it
 * cost more than giving the word. Returns the word of each recipient.
 */
export async function giveWords(db: Database, calls: readonly Called[], now: Date): Promise<Map<string, string>> {
  const words = new Map<string, string>()
  if (calls.length === 0) return words
  const exhausted = new Set<string>()
  for (let round = 0; round < 3; round++) {
    const without = calls.filter(({ recipientId, phone }) => !words.has(recipientId) && !exhausted.has(phone))
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
      -- In the order of a new alarm's: two that draw the same never wait for each other in a circle.
      order by phone, word
      on conflict do nothing
      returning recipient_id as "recipientId", word`,
    ).catch((error) => {
      // Of the same calls two processes draw different words, so the order of words is not that of calls: the other has given them.
      if (isDeadlock(error)) return { rows: [] }
      throw error
    })
    for (const { recipientId, word } of given.rows) words.set(recipientId, word)
    const missing = without.filter(({ recipientId }) => !words.has(recipientId))
    if (missing.length === 0) break
    await freeWords(db, missing, now)
    const [meanwhile, spent] = await Promise.all([readWords(db, missing), readExhausted(db, missing)])
    for (const { recipientId, word } of meanwhile) words.set(recipientId, word)
    for (const { phone } of spent) exhausted.add(phone)
  }
  return words
}

type Called = { recipientId: string; phone: string }

/** Those that another process has given meanwhile. */
const readWords = (db: Database, calls: readonly Called[]) =>
  askWords(db, asTen([...new Set(calls.map(({ recipientId }) => recipientId))]))

const askWords = builtOnce('words of calls', (db: Database, recipientIds: readonly string[]) =>
  db
    .selectFrom('alarm_words')
    .select(['recipient_id as recipientId', 'word'])
    .where(sql<boolean>`recipient_id = any(${recipientIds}::uuid[])`)
    // The word of a number that somebody no longer has is no answer, also while another holds its row: a call of the new one may have it.
    .where(sql<boolean>`phone = (select phone from alarm_recipients where id = recipient_id)`),
)

/** Phones with all words in use: another look among them finds none, and what is queued behind would wait for it. */
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

/** Words for one call to choose from. */
export function drawWords(): string[] {
  const words = new Set<string>()
  while (words.size < candidates) words.add(replyWords[randomInt(replyWords.length)] ?? '')
  return [...words]
}

/**
 * Words of alarms that are over. A call has its word while its alarm is open, so one that is younger than it is kept after the end
 * cannot be free, and is not looked at: of a phone whose words are all in use the alarms behind each were read at every message,
 * several milliseconds.
 */
const whoseAlarmIsOver = (now: Date) => sql`
  select recipient_id from alarm_words
  join alarm_recipients on alarm_recipients.id = recipient_id
  join safety_alarms on safety_alarms.id = alarm_id
  where freed_at is null and given_at < ${now}::timestamptz - ${keptAfterEnd} and closed_at < ${now}::timestamptz - ${keptAfterEnd}`

const freedADayAgo = (now: Date) => sql`
  given_at < ${now}::timestamptz - interval '1 day' and freed_at < ${now}::timestamptz - interval '1 day'`

/** What these phones need no more: words of alarms that are over, and of a number that somebody no longer has. */
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

/** A chore: no number stays here for longer than a day after its word is free, whoever is called meanwhile. */
export async function forgetWords({ db, clock }: Pick<House, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await sql`update alarm_words set freed_at = ${now} where recipient_id in (
    ${whoseAlarmIsOver(now)} for update of alarm_words skip locked)`.execute(db)
  await sql`delete from alarm_words where recipient_id in (
    select recipient_id from alarm_words where ${freedADayAgo(now)} for update skip locked)`.execute(db)
}

/** One SMS of a phone at a time: of two tries at its words the second sees that the first was wrong. */
export async function holdPhone(db: Database, phone: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm reply ${phone}`}, 0))`.execute(db)
}

/** Whether they had been told of this press; they are now. */
export async function tellPress(db: Database, recipientId: string, pressId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_words')
    .set({ told_press: pressId })
    .where('recipient_id', '=', recipientId)
    .where('told_press', 'is distinct from', pressId)
    .executeTakeFirst()
  return numUpdatedRows === 0n
}

/** An SMS has carried a word that is none of these calls': it may have been a guess at any of them. */
export async function countWrongTry(db: Database, recipientIds: string[]) {
  await sql`
    update alarm_words set wrong_tries = wrong_tries + 1
    where recipient_id = any(${recipientIds}::uuid[]) and wrong_tries < ${mostWrongTries}`.execute(db)
}
