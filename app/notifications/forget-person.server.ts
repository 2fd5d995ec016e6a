import { deleteMessagesOf } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { deleteSubscriptionsOf } from './choices/push-store.server'
import { deleteRepliesFrom } from './replies/inbound-store.server'

/**
 * Deletes a leaving person's messages and subscriptions, and their replies if their phone is verified. Settings and
 * consents are deleted with the profile.
 */
export async function forgetPerson(db: Database, personId: string, verifiedPhone: string | null) {
  if (verifiedPhone) await deleteRepliesFrom(db, verifiedPhone)
  await deleteMessagesOf(db, personId)
  await deleteSubscriptionsOf(db, { kind: 'person', id: personId })
}
