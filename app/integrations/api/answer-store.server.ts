import type { Database } from '~/platform/database/database.server'

/** The stored answers to API requests, by idempotency key. */

export type KeptAnswer = { fingerprint: string; status: number; body: string }

/**
 * Takes an idempotency key in the request's transaction. A concurrent request with the same key waits for that
 * transaction to end. Returns the stored answer, or null if the key is new.
 */
export async function takeName(
  db: Database,
  { keyId, requestId, fingerprint }: { keyId: string; requestId: string; fingerprint: string },
  now: Date,
): Promise<KeptAnswer | null> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('api_answers')
    .values({ key_id: keyId, request_id: requestId, fingerprint, status: 0, body: '', created_at: now })
    .onConflict((conflict) => conflict.columns(['key_id', 'request_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return null
  return db
    .selectFrom('api_answers')
    .select(['fingerprint', 'status', 'body'])
    .where('key_id', '=', keyId)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
}

export async function keepAnswer(
  db: Database,
  { keyId, requestId }: { keyId: string; requestId: string },
  { status, body }: { status: number; body: string },
) {
  await db
    .updateTable('api_answers')
    .set({ status, body })
    .where('key_id', '=', keyId)
    .where('request_id', '=', requestId)
    .execute()
}

/** Frees the key of a request that failed, so that the corrected request may reuse it. */
export async function giveNameBack(db: Database, { keyId, requestId }: { keyId: string; requestId: string }) {
  await db.deleteFrom('api_answers').where('key_id', '=', keyId).where('request_id', '=', requestId).execute()
}

export async function deleteOldAnswers(db: Database, before: Date) {
  await db.deleteFrom('api_answers').where('created_at', '<', before).execute()
}
