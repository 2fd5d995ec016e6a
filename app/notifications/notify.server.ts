import type { OpenKind } from '~/outbox/public'
import { type Letter, letterAsHtml, letterAsText } from '~/outbox/public'
import { insertMail, insertPushes, sendSms as insertSms } from '~/outbox/public.server'
import type { Database } from '~/platform/database/database.server'
import { type Reach, readReach } from './choices/reach-store.server'
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
  const reach = await readReach(db, personId)
  if (!reach) return
  await writeLetter(db, reach.email, message, personId)
  await writeChosen(db, personId, reach, message)
}

/** To an address that is no person's, such as a company's. */
export async function writeLetter(db: Database, recipient: string, message: Message, personId?: string) {
  const { kind, subject, letter } = message
  await insertMail(db, kind, { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) }, personId)
}

/** To a person, by the ways they chose besides their mail. */
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
