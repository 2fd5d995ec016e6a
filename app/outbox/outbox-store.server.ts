import { type Insertable, sql } from 'kysely'
import type { Database, Tables } from '~/platform/database/database.server'
import { writtenOnce } from '~/platform/database/named-statement.server'
import type { Keys } from '~/platform/keys.server'
import type { Mail } from '~/platform/mail/mail.server'
import { claimedFor } from '~/platform/work/claim.server'
import type { Channel } from '~/shared/channel'
import type { Purpose } from './consent'
import type { OpenKind, SecretKind } from './message-kinds'
import { claimSeconds, type Urgency, urgencies } from './outbox'
import { takeOut, type Words } from './outbox-secret'
import { toSomebodyElse } from './received-store.server'
import { readReport } from './report-store.server'
import { countParts, withPlainSpaces } from './sms-parts'

/** For a message that carries a secret: the keys to seal it with, and the secret exactly as it stands in the text. */
export type Secret = { keys: Keys; secret: string }

type NewMail = Mail & { urgency?: Urgency }

export async function insertMail(db: Database, kind: OpenKind, mail: NewMail, personId?: string) {
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
  mail: NewMail,
  secret: string | null,
  { personId, sentAt }: { personId?: string; sentAt?: Date },
) {
  const { subject, text, html, urgency = 'notice' } = mail
  // In lower case as an account has it, however it was typed: export and deletion look for the account's address.
  const recipient = mail.recipient.toLowerCase()
  const row = {
    ...{ channel: 'mail' as const, kind, recipient, subject, secret, body_text: text, body_html: html },
    ...{ state: sentAt ? ('sent' as const) : ('queued' as const), sent_at: sentAt ?? null },
  }
  await writeMail(db, { ...row, urgency: urgencies[urgency] }, personId ?? null)
}

/**
 * A mail belongs to a person, by default to the account that has proven the address: anybody can sign up with a
 * stranger's, and must not read their mail among their own notices. Needed to delete the mail when the person leaves,
 * whatever their address is then.
 */
const writeMail = writtenOnce(
  'write mail',
  (db: Database, mail: Insertable<Tables['outbox_messages']> & { recipient: string }, personId: string | null) => {
    const itsOwner = sql<
      string | null
    >`coalesce(${personId}::uuid, (select id from profiles where email = ${mail.recipient} and email_verified))`
    return db.insertInto('outbox_messages').values({ ...mail, person_id: itsOwner })
  },
)

type SmsTo<Kind> = {
  kind: Kind
  recipient: string
  /** The title of the message in the outbox; not sent. */
  subject: string
  text: string
  personId?: string
  quiet?: boolean
  urgency?: Urgency
}
export type NewSms = SmsTo<OpenKind>
export type NewSecretSms = SmsTo<SecretKind>

export async function insertSms(db: Database, sms: NewSms) {
  await insertSmsRow(db, { ...sms, text: withPlainSpaces(sms.text) }, null)
}

export async function insertSecretSms(db: Database, sms: NewSecretSms, { keys, secret }: Secret) {
  const { text } = takeOut({ text: sms.text, html: null }, secret)
  // The parts are counted on the full text, secret included, since that is what is sent and paid for.
  await insertSmsRow(db, { ...sms, text, parts: countParts(sms.text) }, keys.seal('outbox secret', secret))
}

/**
 * What an adapter without a provider keeps instead of sending, so that it can be read in the outbox page. The secret is
 * kept only where that page serves as the letterbox (`keepsSecret`).
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

/** A message on any channel that this process has claimed and may send until the claim expires. */
export type Claimed = {
  id: string
  kind: string
  attempts: number
  /** Why the previous attempt failed. */
  lastError: string | null
  recipient: string
  subject: string
  text: string
  html: string | null
  path: string | null
  personId: string | null
  quiet: boolean
  /** The consent without which the message must not be sent. */
  purpose: Purpose | null
  /** The sealed secret that replaces the placeholder in the text. */
  secret: string | null
}

/**
 * Claims due messages of a channel, so that no other process sends them. A claim expires when its process dies. With
 * `only`, claims only the kinds whose first word this is.
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
    // The database's clock stamps a new message and may be ahead of ours, so compare with the later of the two clocks.
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

/** What the provider returned when it accepted a message. */
export type Receipt = { providerId?: string; parts?: number; cost?: number }

/**
 * Marks a message as sent, and applies the provider's delivery report if it arrived before the provider's answer. The
 * secret is removed by the same statement, unless the outbox page is the only letterbox (`keepsSecret`).
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
    // A message stopped at this very moment has been sent all the same. A message that already has a delivery report
    // keeps it.
    .where('state', 'in', ['queued', 'stopped'])
    .execute()
  if (!providerId) return
  const reported = await readReport(db, providerId)
  if (reported) await markReported(db, { providerId, reference: id, state: reported }, now)
}

/**
 * Applies a delivery report. `delivered` also settles a message whose provider answer was lost, found by our own
 * reference if it was attempted at all. `failed` applies only to the message with that provider id, since another
 * attempt may be in progress. A message that was never sent is not changed.
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

/** Postpones a message without counting an attempt. */
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

/** Gives a message up, unless its state has changed meanwhile. */
export async function markEnded(db: Database, id: string, state: 'failed' | 'stopped', reason: string) {
  await db
    .updateTable('outbox_messages')
    .set({ state, last_error: reason, secret: null })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/**
 * Stops the queued SMS to a phone that depend on notice settings. Broadcasts are not included: they check the consent
 * when they are sent.
 */
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

/**
 * Whether a message belongs to nobody but its address. Not if it is another person's whose mailbox it is too or was
 * before, such as the owner of a company.
 */
const isOfItsAddress = sql<boolean>`(person_id is null or kind = ${sql.lit(toSomebodyElse)})`

/** All messages to a person at an address that they have proven, oldest first. */
export async function readMailTo(db: Database, { recipient, personId }: { recipient: string; personId: string }) {
  return db
    .selectFrom('outbox_messages')
    .select(['subject', 'body_text', 'state', 'created_at', 'sent_at'])
    .where('recipient', '=', recipient)
    .where((row) => row.or([row('person_id', '=', personId), isOfItsAddress]))
    .orderBy('id')
    .execute()
}

/** Deletes the messages to an address that belong to nobody else, written since `since`, sent or not. */
export async function deleteMailTo(db: Database, recipient: string, since: Date) {
  const to = db.deleteFrom('outbox_messages').where('recipient', '=', recipient).where('created_at', '>=', since)
  await to.where(isOfItsAddress).execute()
}

/**
 * Deletes, among the `most` oldest messages of a kind by id, those written before `before` that are no longer queued.
 * Skips rows locked by another process. Returns the number deleted.
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

/** Clears the secrets of messages written before `before` that are no longer queued. Returns the number cleared. */
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

/** All SMS and push messages to a person, sent or queued. Mails are read by address instead. */
export async function readShortMessagesOf(db: Database, personId: string) {
  return db
    .selectFrom('outbox_messages')
    .select(['channel', 'kind', 'subject', 'body_text', 'state', 'created_at', 'sent_at'])
    .where('person_id', '=', personId)
    .where('channel', '!=', 'mail')
    .orderBy('id')
    .execute()
}

/** Deletes a person's messages of one kind to an address or phone number, sent or not. */
export async function deleteMessagesTo(db: Database, kind: SecretKind, personId: string, recipient: string) {
  const theirs = db.deleteFrom('outbox_messages').where('recipient', '=', recipient).where('kind', '=', kind)
  await theirs.where('person_id', '=', personId).execute()
}

/** Deletes every message about a person, on any channel and to any address they had. */
export async function deleteMessagesOf(db: Database, personId: string) {
  await db.deleteFrom('outbox_messages').where('person_id', '=', personId).execute()
}
