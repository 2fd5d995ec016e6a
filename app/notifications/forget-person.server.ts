import { deleteMessagesOf } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { deleteSubscriptionsOf } from './choices/push-store.server'
import { deleteRepliesFrom } from './replies/inbound-store.server'

/**
 * A person leaves: what went to their addresses, their phone and their browsers, the browsers, and what they answered
 * from a number that is proven theirs. Choices and consents go with the profile.
 */
export async function forgetPerson(db: Database, personId: string, verifiedPhone: string | null) {
  if (verifiedPhone) await deleteRepliesFrom(db, verifiedPhone)
  await deleteMessagesOf(db, personId)
  await deleteSubscriptionsOf(db, { kind: 'person', id: personId })
}
