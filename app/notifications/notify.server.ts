import { readContact } from '~/accounts/public.server'
import type { OpenKind } from '~/outbox/public'
import { type Letter, letterAsHtml, letterAsText } from '~/outbox/public'
import { insertMail, insertPushes, sendSms as insertSms } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { readSubscriptionsOf } from './choices/push-store.server'
import { readSettings } from './choices/settings-store.server'
import { topicOf } from './choices/topics'

/** Something somebody should know, in the words of each way there. A letter always; the others where chosen. */
export type Message = {
  /** Its name in the outbox; its first word says what it is about: "booking confirmed". */
  kind: OpenKind
  subject: string
  letter: Letter
  /** Without an address, a position or another person's name: it is read over shoulders. */
  sms?: string
  /** As the SMS, and shorter still; `path` is the page it opens. */
  push?: { title: string; body: string; path: string }
}

/**
 * Tells a person, as part of the caller's transaction: it is sent if and only if what it tells of was committed.
 * Mail goes always; SMS and push to whoever chose them, and not in their quiet hours. Call
 * `house.wake('messages')` after the commit.
 */
export async function notifyPerson(db: Database, personId: string, message: Message): Promise<void> {
  const contact = await readContact(db, personId)
  if (!contact) return
  await writeLetter(db, contact.email, message, personId)
  await notifyByChoice(db, personId, contact.verifiedPhone, message)
}

/** To an address that is no person's, such as a company's. */
export async function writeLetter(db: Database, recipient: string, message: Message, personId?: string) {
  const { kind, subject, letter } = message
  await insertMail(db, kind, { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) }, personId)
}

/** To a person, by the ways they chose besides their mail. */
export async function notifyByChoice(db: Database, personId: string, verifiedPhone: string | null, message: Message) {
  const { kind, subject, sms, push } = message
  if (!sms && !push) return
  const { smsTopics, pushTopics } = await readSettings(db, personId)
  const topic = topicOf(kind)
  if (sms && verifiedPhone && smsTopics.includes(topic)) {
    await insertSms(db, { kind, recipient: verifiedPhone, subject, text: sms, personId, quiet: true })
  }
  if (push && pushTopics.includes(topic)) {
    const browsers = await readSubscriptionsOf(db, { kind: 'person', id: personId })
    await insertPushes(
      db,
      browsers.map(({ id }) => ({ kind, subscriptionId: id, ...push, personId })),
    )
  }
}
