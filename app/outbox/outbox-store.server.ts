import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Keys } from '~/platform/keys.server'
import type { Mail } from '~/platform/mail/mail.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Channel } from '~/shared/channel'
import type { Purpose } from './consent'
import type { OpenKind, SecretKind } from './message-kinds'
import { claimSeconds, type Urgency, urgencies } from './outbox'
import { takeOut, type Words } from './outbox-secret'
import { readReport } from './report-store.server'
import { countParts } from './sms-parts'

/** What a message of a kind with a secret needs: what it is sealed with, and what it is, as it stands in the text. */
export type Secret = { keys: Keys; secret: string }

/** Without whom it is about it is whose address it is by now: it goes when they leave, whatever address they have then. */
const ownerOf = (recipient: string, personId: string | undefined) =>
  personId ?? sql<string | null>`(select id from profiles where email = ${recipient})`

export async function insertMail(db: Database, kind: OpenKind, mail: Mail, personId?: string) {
  await insertMailRow(db, kind, mail, null, { personId })
}

export async function insertSecretMail(
  db: Database,
  kind: SecretKind,
  mail: Mail,
  { keys, secret }: Secret,
  personId?: string,
) {
  const kept = takeOut(mail, secret)
  const html = kept.html ?? ''
  await insertMailRow(db, kind, { ...mail, text: kept.text, html }, keys.seal('outbox secret', secret), { personId })
}

async function insertMailRow(
  db: Database,
  kind: string,
  mail: Mail,
  secret: string | null,
  { personId, sentAt }: { personId?: string; sentAt?: Date },
) {
  await db
    .insertInto('outbox_messages')
    .values({
      channel: 'mail',
      kind,
      recipient: mail.recipient,
      subject: mail.subject,
      body_text: mail.text,
      body_html: mail.html,
      secret,
      person_id: ownerOf(mail.recipient, personId),
      ...(sentAt && { state: 'sent' as const, sent_at: sentAt }),
    })
    .execute()
}

type SmsTo<Kind> = {
  kind: Kind
  recipient: string
  /** What it is, in the outbox. */
  subject: string
  text: string
  personId?: string
  quiet?: boolean
  urgency?: Urgency
}
export type NewSms = SmsTo<OpenKind>
export type NewSecretSms = SmsTo<SecretKind>

export async function insertSms(db: Database, sms: NewSms) {
  await insertSmsRow(db, sms, null)
}

export async function insertSecretSms(db: Database, sms: NewSecretSms, { keys, secret }: Secret) {
  const { text } = takeOut({ text: sms.text, html: null }, secret)
  // What it is paid for is what is sent.
  await insertSmsRow(db, { ...sms, text, parts: countParts(sms.text) }, keys.seal('outbox secret', secret))
}

/**
 * What an adapter that only keeps what it would have sent has taken, past the outbox: so that it can be read here. Its secret
 * is kept where this page is the letterbox (`keepsSecret`), and nowhere else.
 */
export type Kept = { kind: OpenKind } | ({ kind: SecretKind; keepsSecret: boolean } & Secret)

export async function insertKeptSms(db: Database, sms: Omit<NewSms, 'kind'>, kept: Kept, now: Date) {
  const { text, secret } = wordsOf({ text: sms.text, html: null }, kept)
  await insertSmsRow(db, { ...sms, kind: kept.kind, text, parts: countParts(sms.text), sentAt: now }, secret)
}

export async function insertKeptMail(db: Database, mail: Mail, kept: Kept, now: Date) {
  const { text, html, secret } = wordsOf(mail, kept)
  await insertMailRow(db, kept.kind, { ...mail, text, html: html ?? '' }, secret, { sentAt: now })
}

function wordsOf(words: Words, kept: Kept): Words & { secret: string | null } {
  if (!('secret' in kept)) return { ...words, secret: null }
  return {
    ...takeOut(words, kept.secret),
    secret: kept.keepsSecret ? kept.keys.seal('outbox secret', kept.secret) : null,
  }
}

async function insertSmsRow(
  db: Database,
  { kind, recipient, subject, text, ...rest }: SmsTo<string> & { parts?: number; sentAt?: Date },
  secret: string | null,
) {
  await db
    .insertInto('outbox_messages')
    .values({
      channel: 'sms',
      kind,
      recipient,
      subject,
      body_text: text,
      secret,
      parts: rest.parts ?? countParts(text),
      person_id: rest.personId ?? null,
      quiet: rest.quiet ?? false,
      urgency: urgencies[rest.urgency ?? 'notice'],
      ...(rest.sentAt && { state: 'sent' as const, sent_at: rest.sentAt }),
    })
    .execute()
}

export type NewPush = {
  kind: OpenKind
  subscriptionId: string
  title: string
  body: string
  path: string
  personId: string
  quiet?: boolean
}

export async function insertPushes(db: Database, pushes: NewPush[]) {
  if (pushes.length === 0) return
  await db
    .insertInto('outbox_messages')
    .values(
      pushes.map((push) => ({
        channel: 'push',
        kind: push.kind,
        recipient: push.subscriptionId,
        subject: push.title,
        body_text: push.body,
        path: push.path,
        person_id: push.personId,
        quiet: push.quiet ?? true,
      })),
    )
    .execute()
}

/** A message that is this process's to send for a while, whichever way it goes. */
export type Claimed = {
  id: string
  kind: string
  attempts: number
  /** Why the last try was not enough. */
  lastError: string | null
  recipient: string
  subject: string
  text: string
  html: string | null
  path: string | null
  personId: string | null
  quiet: boolean
  /** A consent without which it may not go. */
  purpose: Purpose | null
  /** Sealed: what stands where the text has a mark. */
  secret: string | null
}

/**
 * Takes what is due on a channel, so that no other process takes it too; a claim lapses if we die. `only`: of the kinds that
 * begin with this word alone.
 */
export async function claimDue(
  db: Database,
  channel: Channel,
  now: Date,
  limit: number,
  only: string | null = null,
): Promise<Claimed[]> {
  let due = db
    .selectFrom('outbox_messages')
    .select('id')
    .where('channel', '=', channel)
    .where('state', '=', 'queued')
    // The database wrote the moment of a new message by its own clock, which may be ahead of ours.
    .where('next_attempt_at', '<=', sql<Date>`greatest(${now}::timestamptz, clock_timestamp())`)
    .orderBy('urgency')
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  if (only !== null) due = due.where(sql<boolean>`split_part(kind, ' ', 1) = ${only}`)
  return db
    .with('due', () => due)
    .updateTable('outbox_messages')
    .set(claimedFor(now, claimSeconds))
    .set({ claimed_until: new Date(now.getTime() + claimSeconds * 1000) })
    .where('id', 'in', (from) => from.selectFrom('due').select('due.id'))
    .returning(['id', 'kind', 'attempts', 'recipient', 'subject', 'path', 'quiet'])
    .returning(['body_text as text', 'body_html as html', 'person_id as personId', 'last_error as lastError', 'secret'])
    .returning(sql<Purpose | null>`purpose`.as('purpose'))
    .execute()
}

/** What the next in line said when it took a message over. */
export type Receipt = { providerId?: string; parts?: number; cost?: number }

/**
 * Taken over; and if the provider's report was faster than its answer, that counts too. Its secret goes with the same
 * statement, unless this is the only letterbox there is.
 */
export async function markSent(
  db: Database,
  id: string,
  now: Date,
  { providerId, parts, cost }: Receipt = {},
  keepsSecret = false,
) {
  await db
    .updateTable('outbox_messages')
    .set({ state: 'sent', sent_at: now, last_error: null, provider_id: providerId ?? null })
    .set({ cost: cost ?? null, ...(parts && { parts }), ...(!keepsSecret && { secret: null }) })
    .where('id', '=', id)
    // One that was stopped in this very moment has left all the same; one that is reported already stays so.
    .where('state', 'in', ['queued', 'stopped'])
    .execute()
  if (!providerId) return
  const reported = await readReport(db, providerId)
  if (reported) await markReported(db, { providerId, reference: id, state: reported }, now)
}

/**
 * What the provider reports. That it arrived also ends the waiting of one whose answer got lost, known by our own
 * name, if it ever was tried; that it did not counts only for the very message the provider names, since another try
 * may be under way. Of a message that never left it says nothing, whoever says it.
 */
export async function markReported(
  db: Database,
  report: { providerId: string; reference: string | null; state: 'delivered' | 'failed' },
  now: Date,
) {
  const messages = db.updateTable('outbox_messages').where('channel', '=', 'sms')
  if (report.state === 'failed') {
    await messages
      .set({ state: 'failed', last_error: 'rapporterat: kom inte fram' })
      .where('provider_id', '=', report.providerId)
      .where('state', '=', 'sent')
      .execute()
    return
  }
  const arrived = messages
    .set({ state: 'delivered', delivered_at: now, sent_at: sql`coalesce(sent_at, ${now})`, last_error: null })
    .set({ secret: null })
    .where('state', '!=', 'delivered')
  await arrived.where('provider_id', '=', report.providerId).execute()
  if (report.reference) {
    await arrived
      .set({ provider_id: report.providerId })
      .where('id', '=', report.reference)
      .where('attempts', '>', 0)
      .where('state', '!=', 'stopped')
      .execute()
  }
}

/** It was not tried, only put off. */
export async function putOff(db: Database, id: string, until: Date) {
  await db
    .updateTable('outbox_messages')
    .set({ next_attempt_at: until, attempts: sql`attempts - 1`, claimed_until: null })
    .where('id', '=', id)
    .execute()
}

export async function markRetry(db: Database, id: string, reason: string, next: Date) {
  await db
    .updateTable('outbox_messages')
    .set({ last_error: reason, next_attempt_at: next, claimed_until: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Given up, unless something else became of it in the meantime. */
export async function markEnded(db: Database, id: string, state: 'failed' | 'stopped', reason: string) {
  await db
    .updateTable('outbox_messages')
    .set({ state, last_error: reason, secret: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** What waits for a phone by its owner's choice. A broadcast asks for its consent when it leaves. */
export async function stopChosenSms(db: Database, phone: string) {
  await db
    .updateTable('outbox_messages')
    .set({ state: 'stopped', last_error: 'mottagaren har svarat STOP' })
    .where('recipient', '=', phone)
    .where('channel', '=', 'sms')
    .where('state', '=', 'queued')
    .where('quiet', '=', true)
    .where('broadcast_id', 'is', null)
    .execute()
}

/** Every message to one address, oldest first. */
export async function readMailTo(db: Database, recipient: string) {
  return db
    .selectFrom('outbox_messages')
    .select(['subject', 'body_text', 'state', 'created_at', 'sent_at'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
}

/** What was said to an address since then, sent or not. */
export async function deleteMailTo(db: Database, recipient: string, since: Date) {
  await db.deleteFrom('outbox_messages').where('recipient', '=', recipient).where('created_at', '>=', since).execute()
}

/**
 * The oldest of a kind that are over with and were written before then, by the order of their ids. Returns how many.
 * Nobody else's claim is waited for.
 */
export async function deleteOldest(db: Database, kind: string, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    with oldest as (
      select id, state, created_at from outbox_messages where kind = ${kind} order by id limit ${most}
      for update skip locked
    )
    delete from outbox_messages where id in (
      select id from oldest where created_at < ${before} and state <> 'queued')`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Secrets of messages that no longer wait, written before then. Returns how many there were. */
export async function clearLeftSecrets(db: Database, before: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbox_messages')
    .set({ secret: null })
    .where('secret', 'is not', null)
    .where('state', '!=', 'queued')
    .where('created_at', '<', before)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What went, or waits to go, to a person by SMS and push; their mail hangs on the address. */
export async function readShortMessagesOf(db: Database, personId: string) {
  return db
    .selectFrom('outbox_messages')
    .select(['channel', 'kind', 'subject', 'body_text', 'state', 'created_at', 'sent_at'])
    .where('person_id', '=', personId)
    .where('channel', '!=', 'mail')
    .orderBy('id')
    .execute()
}

/** Everything that was about a person, whichever way it went, and whatever their address was then. */
export async function deleteMessagesOf(db: Database, personId: string) {
  await db.deleteFrom('outbox_messages').where('person_id', '=', personId).execute()
}
