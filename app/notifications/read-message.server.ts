import { data } from 'react-router'
import { onlyAdmin } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatOre } from '~/shared/money'
import { formatMoment } from '~/shared/time'
import { carriesSecret, channelLabels } from './outbox'
import { readMessage } from './outbox-list-store.server'
import { shownRecipients } from './shown-recipient.server'

/** An admin: one message, and everything known of what became of it. */
export async function readMessageForAdmin({ db }: House, signedIn: SignedIn, id: string) {
  onlyAdmin(signedIn)
  const message = await readMessage(db, id)
  if (!message) throw data(null, 404)
  const recipient = (await shownRecipients(db, [message])).get(id) ?? ''
  const waits = message.state === 'queued'
  const facts = [
    { term: 'Till', description: recipient },
    { term: 'Sätt', description: channelLabels[message.channel] },
    { term: 'Slag', description: message.kind },
    { term: 'Skrivet', description: formatMoment(message.created_at) },
    { term: 'Försök', description: String(message.attempts) },
    ...(waits ? [{ term: 'Nästa försök', description: formatMoment(message.next_attempt_at) }] : []),
    ...(message.sent_at ? [{ term: 'Skickat', description: formatMoment(message.sent_at) }] : []),
    ...(message.delivered_at ? [{ term: 'Framme', description: formatMoment(message.delivered_at) }] : []),
    ...(message.last_error ? [{ term: 'Senaste fel', description: message.last_error }] : []),
    ...(message.path ? [{ term: 'Öppnar', description: message.path }] : []),
    ...(message.parts ? [{ term: 'SMS-delar', description: String(message.parts) }] : []),
    ...(message.cost ? [{ term: 'Kostnad', description: formatOre(Math.round(message.cost / 100)) }] : []),
    ...(message.providerId ? [{ term: 'Leverantörens nummer', description: message.providerId }] : []),
  ]
  return {
    subject: message.subject,
    state: message.state,
    text: message.body_text,
    // What was withheld from the text is withheld from the picture of it too.
    html: message.body_html?.startsWith('<') ? message.body_html : null,
    facts,
    waits,
    mayResend: !carriesSecret(message.kind) && message.broadcastId === null,
  }
}
