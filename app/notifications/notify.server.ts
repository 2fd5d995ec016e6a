import type { OpenKind } from '~/outbox/public'
import { type Letter, letterAsHtml, letterAsText } from '~/outbox/public'
import { insertMail, insertPushes, sendSms as insertSms } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { type Reach, readReach } from './choices/reach-store.server'
import { topicOf } from './choices/topics'

/** A notice in the words of each channel. Mail is always sent; SMS and push where chosen. */
export type Message = {
  /** The kind in the outbox. Its first word decides the topic: "booking confirmed". */
  kind: OpenKind
  subject: string
  letter: Letter
  /** Must not contain an address, a position or another person's name: others may read it on the screen. */
  sms?: string
  /** As the SMS, but shorter. `path` is the page that it opens. */
  push?: { title: string; body: string; path: string }
}

/**
 * Notifies a person in the caller's transaction (transactional outbox): sent if and only if it commits. Mail always;
 * SMS and push by the person's settings, outside quiet hours. Call `house.wake('messages')` after the commit.
 */
export async function notifyPerson(db: Database, personId: string, message: Message): Promise<void> {
  const reach = await readReach(db, personId)
  if (!reach) return
  await writeLetter(db, reach.email, message, personId)
  await writeChosen(db, personId, reach, message)
}

/** Mails an address that belongs to no account, such as a company's. */
export async function writeLetter(db: Database, recipient: string, message: Message, personId?: string) {
  const { kind, subject, letter } = message
  await insertMail(db, kind, { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) }, personId)
}

/** Notifies a person by the chosen channels only, without mail. */
export async function notifyByChoice(db: Database, personId: string, message: Message) {
  if (!message.sms && !message.push) return
  const reach = await readReach(db, personId)
  if (reach) await writeChosen(db, personId, reach, message)
}

async function writeChosen(db: Database, personId: string, reach: Reach, { kind, subject, sms, push }: Message) {
  const { verifiedPhone, smsTopics, pushTopics, subscriptionIds } = reach
  const topic = topicOf(kind)
  if (sms && verifiedPhone && smsTopics.includes(topic)) {
    await insertSms(db, { kind, recipient: verifiedPhone, subject, text: sms, personId, quiet: true })
  }
  if (push && pushTopics.includes(topic)) {
    await insertPushes(
      db,
      subscriptionIds.map((subscriptionId) => ({ kind, subscriptionId, ...push, personId })),
    )
  }
}
