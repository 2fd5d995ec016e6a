import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

/** The owner of a phone number to verify: a person with an account, or a partner's guard, who has none. */
export type PhoneOwner = { kind: 'person' | 'guard'; id: string }

type NewProof = { phone: string; codeHash: string; tries: number; expiresAt: Date }

/** Upsert: replaces a code that was sent before. */
export async function upsertPhoneProof(db: Database, owner: PhoneOwner, proof: NewProof) {
  const row = { phone: proof.phone, code_hash: proof.codeHash, tries_left: proof.tries, expires_at: proof.expiresAt }
  await db
    .insertInto('phone_proofs')
    .values({ owner_kind: owner.kind, owner_id: owner.id, ...row })
    .onConflict((conflict) => conflict.columns(['owner_kind', 'owner_id']).doUpdateSet(row))
    .execute()
}

/** Decrements the tries left before the code is compared, so that concurrent requests get no extra tries. */
export async function spendTry(db: Database, owner: PhoneOwner, now: Date) {
  return db
    .updateTable('phone_proofs')
    .set({ tries_left: sql<number>`tries_left - 1` })
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returning(['phone', 'code_hash as codeHash', 'tries_left as triesLeft'])
    .executeTakeFirst()
}

/** The number that an unexpired code was sent to. */
export async function readPhoneProof(db: Database, owner: PhoneOwner, now: Date) {
  return db
    .selectFrom('phone_proofs')
    .select(['phone', 'expires_at as expiresAt'])
    .where('owner_kind', '=', owner.kind)
    .where('owner_id', '=', owner.id)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function deletePhoneProof(db: Database, owner: PhoneOwner) {
  await db.deleteFrom('phone_proofs').where('owner_kind', '=', owner.kind).where('owner_id', '=', owner.id).execute()
}

/** Marks the number as verified. False if the person has another number by now. */
export async function updatePhoneVerified(db: Database, profileId: string, phone: string, now: Date) {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ phone_verified_at: now })
    .where('id', '=', profileId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
