import { insertBroadcast } from '~/broadcasts/public.server'
import { giveConsent } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'

/**
 * Verifies all phone numbers, records consents to SMS about safety (all residents) and offers (some), and seeds a
 * partner's broadcast that waits for approval.
 */
export async function seedMessages(db: Database, memberIds: string[], now: Date) {
  await db.updateTable('profiles').set({ phone_verified_at: now }).where('phone', 'is not', null).execute()
  for (const [index, memberId] of memberIds.entries()) {
    await giveConsent(db, memberId, 'safety_sms', now)
    if (index % 2 === 0) await giveConsent(db, memberId, 'offers_sms', now)
  }
  const partner = await db
    .selectFrom('companies')
    .select(['id', 'owner_id as ownerId', 'postcode'])
    .where('is_security_partner', '=', true)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await insertBroadcast(db, {
    key: crypto.randomUUID(),
    purpose: 'safety_sms',
    postcode: partner.postcode,
    text: 'Flera källarinbrott i Älvsjö i natt. Kontrollera att källardörren går i lås, och ring 112 om du ser något som pågår.',
    state: 'asked',
    companyId: partner.id,
    authorId: partner.ownerId ?? '',
    createdAt: now,
  })
}
