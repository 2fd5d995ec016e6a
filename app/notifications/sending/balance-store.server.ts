import type { Database } from '~/platform/database/database.server'

/** The SMS balance at the last check. Undefined if it was never checked. */
export async function readBalance(db: Database) {
  return db
    .selectFrom('sms_balance')
    .select(['ore', 'looked_at as lookedAt', 'warned_at as warnedAt'])
    .executeTakeFirst()
}

/** Stores the balance and locks the row until the transaction ends, so that only one of several processes warns. */
export async function noteBalance(db: Database, ore: number | null, now: Date) {
  return db
    .insertInto('sms_balance')
    .values({ ore, looked_at: now })
    .onConflict((conflict) => conflict.column('single').doUpdateSet({ ore, looked_at: now }))
    .returning('warned_at as warnedAt')
    .executeTakeFirstOrThrow()
}

export async function updateWarned(db: Database, warnedAt: Date | null) {
  await db.updateTable('sms_balance').set({ warned_at: warnedAt }).execute()
}
