import { sql } from 'kysely'
import { personContact } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import { unchosen } from './settings-store.server'
import { type Topic, topicsFrom } from './topics'

/** How a person can be reached, and which topics they chose by which channel. */
export type Reach = {
  email: string
  verifiedPhone: string | null
  smsTopics: Topic[]
  pushTopics: Topic[]
  /** The ids of their push subscriptions. */
  subscriptionIds: string[]
}

type Row = {
  contact: Pick<Reach, 'email' | 'verifiedPhone'> | null
  chosen: { sms_topics: string[]; push_topics: string[] } | null
  subscriptionIds: string[]
}

/** One round trip, since messages are written in transactions that others wait for. */
export async function readReach(db: Database, personId: string): Promise<Reach | undefined> {
  const [row] = await askReach(db, personId)
  if (!row?.contact) return undefined
  const { contact, chosen, subscriptionIds } = row
  const topics = chosen
    ? { smsTopics: topicsFrom(chosen.sms_topics), pushTopics: topicsFrom(chosen.push_topics) }
    : { smsTopics: unchosen.smsTopics, pushTopics: unchosen.pushTopics }
  return { ...contact, ...topics, subscriptionIds }
}

const askReach = builtOnce(
  'reach of a person',
  (_: Database, personId: string) => sql<Row>`
    select ${personContact(personId)} as contact,
      (select json_build_object('sms_topics', sms_topics, 'push_topics', push_topics)
        from notice_settings where profile_id = ${personId}) as chosen,
      (select coalesce(json_agg(id order by id), '[]') from push_subscriptions
        where owner_kind = 'person' and owner_id = ${personId}) as "subscriptionIds"`,
)
