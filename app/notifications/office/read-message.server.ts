import { recordAudit } from '~/audit/public.server'
import { onlyAdmin } from '~/door/guard.server'
import { carriesSecret, channelLabels, kindLabel, putBack, withoutSecret } from '~/outbox/public'
import { readMessage } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import type { Channel } from '~/shared/channel'
import { formatOre } from '~/shared/money'
import { notThere } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { shownRecipients } from './shown-recipient.server'

/** One message with its history, for an administrator. Writes an audit entry that they looked. */
export async function readMessageForAdmin(house: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const { db } = house
  const now = house.clock.now()
  const message = await readMessage(db, id)
  if (!message) return notThere
  await recordAudit(db, {
    at: now,
    actor: signedIn,
    deed: 'look at message',
    subject: { kind: 'message', id },
    before: {},
    after: { kind: message.kind },
  })
  const recipient = (await shownRecipients(db, [message])).get(id) ?? ''
  const waits = message.state === 'queued'
  const facts = [
    { term: 'Till', description: recipient },
    { term: 'Sätt', description: channelLabels[message.channel] },
    { term: 'Slag', description: kindLabel(message.kind) },
    { term: 'Skrivet', description: formatMomentSeen(message.created_at, now) },
    // What an alarm sent by itself has no tries here.
    ...(waits || message.attempts > 0 ? [{ term: 'Försök', description: String(message.attempts) }] : []),
    ...(waits ? [{ term: 'Nästa försök', description: formatMomentSeen(message.next_attempt_at, now) }] : []),
    ...(message.sent_at ? [{ term: 'Skickat', description: formatMomentSeen(message.sent_at, now) }] : []),
    ...(message.delivered_at ? [{ term: 'Framme', description: formatMomentSeen(message.delivered_at, now) }] : []),
    ...(message.last_error ? [{ term: 'Senaste fel', description: message.last_error }] : []),
    ...(message.path ? [{ term: 'Öppnar', description: message.path }] : []),
    ...(message.parts ? [{ term: 'SMS-delar', description: String(message.parts) }] : []),
    ...(message.cost ? [{ term: 'Kostnad', description: formatOre(Math.round(message.cost / 100)) }] : []),
    ...(message.providerId ? [{ term: 'Leverantörens nummer', description: message.providerId }] : []),
  ]
  return {
    subject: message.subject,
    state: message.state,
    ...shownWords(house, message),
    hidesSecret: carriesSecret(message.kind) && !showsSecrets(house, message.channel),
    facts,
    waits,
    mayResend: !carriesSecret(message.kind) && message.broadcastId === null,
  }
}

type Message = NonNullable<Awaited<ReturnType<typeof readMessage>>>

/** Whether secrets may be shown: only in the demo, on channels that send nothing, where this page is the letterbox. */
function showsSecrets(house: House, channel: Channel): boolean {
  return house.config.mode === 'demo' && !house[channel].leavesTheHouse
}

function shownWords(house: House, { body_text: text, body_html, channel, secret: sealed }: Message) {
  // The HTML of old messages was erased by a migration and replaced by a word.
  const html = body_html?.startsWith('<') ? body_html : null
  const secret = sealed && showsSecrets(house, channel) ? house.keys.open('outbox secret', sealed) : null
  return secret ? putBack({ text, html }, secret) : { text: withoutSecret(text), html: html && withoutSecret(html) }
}
