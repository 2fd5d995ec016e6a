import { readContact } from '~/accounts/public.server'
import type { Claimed } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'
import { readSettings } from '../choices/settings-store.server'
import { topicOf } from '../choices/topics'

/**
 * Why a queued message by choice is no longer wanted; null if it is. While it was queued (quiet hours, retries) the
 * person may have changed their settings or their number: the old number may belong to somebody else, who may have
 * answered STOP.
 */
export async function whyNotWanted(db: Database, channel: Channel, message: Claimed): Promise<string | null> {
  const { personId, quiet, kind, purpose, recipient } = message
  // Messages that ignore quiet hours were requested by the person (a code, a test, an answer); mail is always sent.
  if (channel === 'mail' || !quiet || personId === null) return null
  if (channel === 'sms' && (await readContact(db, personId))?.verifiedPhone !== recipient)
    return 'numret är ett annat nu'
  // A broadcast depends on its consent, which has been checked before.
  if (purpose !== null) return null
  const { smsTopics, pushTopics } = await readSettings(db, personId)
  return (channel === 'sms' ? smsTopics : pushTopics).includes(topicOf(kind)) ? null : 'mottagaren har valt bort det'
}
