import { readContact } from '~/accounts/public.server'
import type { Claimed } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'
import { readSettings } from '../choices/settings-store.server'
import { topicOf } from '../choices/topics'

/**
 * Why what was written for a person by their own choice does not leave any more; null when it does. It may have waited for
 * the morning or for a provider, and meanwhile they may have chosen otherwise, or have another number: the old one is
 * somebody else's, who may have answered STOP.
 */
export async function whyNotWanted(db: Database, channel: Channel, message: Claimed): Promise<string | null> {
  const { personId, quiet, kind, purpose, recipient } = message
  // What is sent in the night is asked for: a code, a test, an answer. A letter is no matter of choice.
  if (channel === 'mail' || !quiet || personId === null) return null
  if (channel === 'sms' && (await readContact(db, personId))?.verifiedPhone !== recipient)
    return 'numret är ett annat nu'
  // A broadcast goes by its consent, which is asked for before this.
  if (purpose !== null) return null
  const { smsTopics, pushTopics } = await readSettings(db, personId)
  return (channel === 'sms' ? smsTopics : pushTopics).includes(topicOf(kind)) ? null : 'mottagaren har valt bort det'
}
