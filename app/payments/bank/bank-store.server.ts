import type { Database } from '~/platform/database/database.server'
import type { BankRow } from './bank-row'

/**
 * Idempotent by `digest`: the same contents are the same file, whatever its name. Returns the id, and whether the file
 * had been read in before.
 */
export async function insertBankFile(
  db: Database,
  file: { digest: string; name: string; readBy: string; rows: readonly BankRow[] },
  now: Date,
): Promise<{ id: string; isKnown: boolean }> {
  const inserted = await db
    .insertInto('bank_files')
    .values({ digest: file.digest, name: file.name, read_at: now, read_by: file.readBy })
    .onConflict((conflict) => conflict.column('digest').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) {
    const { id } = await db
      .selectFrom('bank_files')
      .select('id')
      .where('digest', '=', file.digest)
      .executeTakeFirstOrThrow()
    return { id, isKnown: true }
  }
  await db
    .insertInto('bank_rows')
    .values(
      file.rows.map(({ bookedOn, amount, text, name, because }, index) => ({
        file_id: inserted.id,
        position: index + 1,
        booked_on: bookedOn,
        amount_cents: amount,
        text,
        name: name ?? null,
        because: because ?? null,
      })),
    )
    .execute()
  return { id: inserted.id, isKnown: false }
}

export async function readBankFile(db: Database, id: string) {
  const file = await db
    .selectFrom('bank_files')
    .select(['id', 'name', 'read_at as readAt', 'booked_at as bookedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!file) return undefined
  const rows = await db
    .selectFrom('bank_rows')
    .select(['position', 'booked_on as bookedOn', 'amount_cents as amount', 'text', 'name', 'because'])
    .where('file_id', '=', id)
    .orderBy('position')
    .execute()
  return { ...file, rows }
}

/** The latest files, so that an administrator can go back to lines that did not match. */
export async function readLatestFiles(db: Database, limit: number) {
  return db
    .selectFrom('bank_files')
    .select(['id', 'name', 'read_at as readAt', 'booked_at as bookedAt'])
    .orderBy('read_at', 'desc')
    .limit(limit)
    .execute()
}

export async function markBooked(db: Database, id: string, now: Date) {
  await db
    .updateTable('bank_files')
    .set({ booked_at: now })
    .where('id', '=', id)
    .where('booked_at', 'is', null)
    .execute()
}

export async function deleteBankFiles(db: Database, before: Date) {
  await db.deleteFrom('bank_files').where('read_at', '<', before).execute()
}
