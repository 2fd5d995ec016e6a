import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { countedAs } from '~/platform/http/client-address.server'
import type { Log } from '~/platform/log.server'

/** Rate limits. `who` is an IP address, an e-mail address or an id; only its hash is stored. */
const limits = {
  'log in to an account': { most: 10, minutes: 15 },
  'log in from an address': { most: 100, minutes: 15 },
  'log in from a known browser': { most: 10, minutes: 15 },
  'api token': { most: 60, minutes: 15 },
  'api from an address': { most: 1_200, minutes: 15 },
  'api for somebody': { most: 600, minutes: 15 },
  'api by a key': { most: 1_200, minutes: 15 },
  'wrong api key': { most: 30, minutes: 15 },
  'passkey challenge': { most: 300, minutes: 15 },
  'second factor': { most: 10, minutes: 15 },
  'second factor of an account': { most: 10, minutes: 15 },
  'second factor from a known browser': { most: 10, minutes: 15 },
  'recovery for an account': { most: 3, minutes: 15 },
  'recovery from a known browser': { most: 3, minutes: 15 },
  'recovery from an address': { most: 20, minutes: 15 },
  'sign up from an address': { most: 30, minutes: 60 },
  'verification mail': { most: 5, minutes: 60 },
  'password check': { most: 10, minutes: 15 },
  'admin door': { most: 20, minutes: 60 },
  'phone code to a number': { most: 5, minutes: 60 },
  'phone code for somebody': { most: 5, minutes: 60 },
  'phone code from an address': { most: 20, minutes: 60 },
  // Overridden by the operator's SMS_CODES_PER_HOUR.
  'phone codes in all': { most: 300, minutes: 60 },
  'word of too many codes': { most: 1, minutes: 60 },
  'guard link': { most: 30, minutes: 60 },
  'guard link again': { most: 3, minutes: 60 },
  'alarm answer without a word': { most: 10, minutes: 60 },
  'booking message': { most: 30, minutes: 60 },
  'push renewed from an address': { most: 60, minutes: 60 },
  'contact message': { most: 10, minutes: 60 },
  'centre test': { most: 20, minutes: 60 },
  'circle question by somebody': { most: 10, minutes: 1_440 },
  'circle question to somebody': { most: 3, minutes: 10_080 },
} as const

export type Limited = keyof typeof limits

/**
 * Counts this attempt and returns whether it is within the limit. One upsert, so that concurrent attempts cannot bypass
 * the limit.
 */
export async function mayTry(
  ports: { db: Database; clock: Clock; log: Pick<Log, 'security'> },
  what: Limited,
  who: string,
  most: number = limits[what].most,
): Promise<boolean> {
  const { minutes } = limits[what]
  const now = ports.clock.now()
  const end = new Date(now.getTime() + minutes * 60_000)
  const key = keyOf(what, who)
  const { count } = await ports.db
    .insertInto('attempts')
    .values({ key, count: 1, window_ends_at: end })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when attempts.window_ends_at <= ${now} then 1 else attempts.count + 1 end`,
        window_ends_at: sql<Date>`case when attempts.window_ends_at <= ${now} then ${end}::timestamptz else attempts.window_ends_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  if (count > most) ports.log.security({ kind: 'limit spent', what })
  return count <= most
}

/**
 * Resets the counter after a success, so that somebody who remembered the password at last is not locked out next time.
 */
export async function forgetTries(db: Database, what: Limited, who: string) {
  await db.deleteFrom('attempts').where('key', '=', keyOf(what, who)).execute()
}

/** `countedAs` maps an IP address to its household, so callers that limit by address need not do it. */
const keyOf = (what: Limited, who: string) =>
  createHash('sha256')
    .update(`${what}\0${countedAs(who)}`)
    .digest('base64url')

export async function deleteOldAttempts(db: Database, now: Date) {
  await db.deleteFrom('attempts').where('window_ends_at', '<', now).execute()
}
