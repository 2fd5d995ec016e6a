import { deleteSubscriptionAt, readSubscriptionsOf } from '~/notifications/public.server'
import { letterAsHtml, letterAsText } from '~/outbox/public'
import { type Kept, keepMail, keepSms } from '~/outbox/public.server'
import type { Unanswered, Undelivered } from '~/platform/delivery'
import type { House } from '~/platform/house.server'
import { inTime, TooLate } from '~/platform/time-limit'
import type { Placed } from '~/platform/voice/voice.server'
import { type AlarmChannel, type DeliveryKind, deliveryKindLabels } from '../../alarm'
import { recordings } from '../../voice/recordings'
import { type Words, wordsFor, wordsForMany } from '../../words/words'
import type { Claimed, Settled } from '../delivery-store.server'
import { knownLinkToken } from '../links/link-token.server'
import { airS, onceMoreAfterS, passOnAfter, pauseAfter } from '../ways'
import { signalCentre, signalOf } from './signal-centre.server'

export type SendPorts = Pick<House, 'db' | 'clock' | 'config' | 'keys' | 'sms' | 'push' | 'mail' | 'voice' | 'centre'>
type LinkPorts = Pick<House, 'config' | 'keys'>

type Try =
  | { kind: 'delivered'; arrived?: boolean; providerId?: string; parts?: number; cost?: number }
  | Undelivered
  | Placed
  | Unanswered
  | { kind: 'unneeded' | 'unreported'; reason: string }

/** Timeout of a send, longer than any port's own: a port that never answers must not occupy its slot for ever. */
const patienceMs = 25_000

/** Sends one delivery and returns the outcome. Never throws: any error becomes a failed try. */
export async function sendDelivery(ports: SendPorts, claimed: Claimed): Promise<Settled> {
  let words: Words
  try {
    words = wordsFor({ ...claimed, url: addressOf(ports, claimed) })
  } catch (error) {
    return settle(ports, claimed, null, { kind: 'permanent', reason: `ord: ${(error as Error).name}` })
  }
  const answer = await inTime(attempt(ports, claimed, words), patienceMs).catch((error) => fault(claimed, error))
  return settle(ports, claimed, words, answer)
}

/**
 * Sends several calls to one phone as one message, which links to the newest of them, and returns the outcome of each.
 */
export async function sendTogether(ports: SendPorts, calls: readonly Claimed[]): Promise<Settled[]> {
  const newest = calls.reduce((latest, each) => (each.alarmId > latest.alarmId ? each : latest))
  const { phone } = newest
  if (phone === null) return Promise.all(calls.map((each) => sendDelivery(ports, each)))
  const text = wordsForMany(calls, addressOf(ports, newest), newest.word)
  const sent = ports.sms.send({ recipient: phone, text }, newest.id, newest.attempts)
  const answer: Try = await inTime(sent, patienceMs).catch((error) => fault(newest, error))
  if (answer.kind === 'delivered') await keepInOutbox(ports, newest, phone, text)
  const mayHaveGone = answer.kind === 'delivered' || answer.kind === 'unanswered'
  return calls.map((each) => {
    const settled = settle(ports, each, { sms: text }, answer)
    if (each === newest || !mayHaveGone) return settled
    // One message was sent and paid for: its cost is booked on the newest call only.
    return { ...settled, togetherWith: newest.id, parts: null, cost: null }
  })
}

/**
 * A port that timed out may have sent the message all the same, so its outcome is unknown ('unanswered'); any other
 * error is a failed try.
 */
const fault = ({ channel }: Claimed, error: Error): Try => ({
  kind: error instanceof TooLate ? 'unanswered' : 'temporary',
  reason: `${channel}: ${error.name}`,
})

async function attempt(ports: SendPorts, claimed: Claimed, words: Words): Promise<Try> {
  if (claimed.wasPlaced) return { kind: 'unreported', reason: 'samtalet: inget besked om hur det gick' }
  if (!claimed.mayReceive) return { kind: 'unneeded', reason: 'får inte längre larm' }
  if (!claimed.isStillNeeded) return { kind: 'unneeded', reason: 'behövs inte längre' }
  return send[claimed.channel](ports, claimed, words)
}

const send = {
  async sms(ports, claimed, { sms }) {
    const { phone, id, attempts } = claimed
    if (!phone) return { kind: 'permanent', reason: 'sms: inget nummer' }
    const answer = await ports.sms.send({ recipient: phone, text: sms }, id, attempts)
    if (answer.kind === 'delivered') await keepInOutbox(ports, claimed, phone, sms)
    return answer
  },
  async mail(ports, claimed, words) {
    if (!claimed.email) return { kind: 'permanent', reason: 'mejl: ingen adress' }
    const answer = await ports.mail.send(mailOf(ports, claimed, claimed.email, words), claimed.id)
    if (answer.kind === 'delivered') await keepLetterInOutbox(ports, claimed, claimed.email)
    return answer
  },
  push,
  async voice(ports, { phone, id, attempts, isRinging }) {
    if (!phone) return { kind: 'permanent', reason: 'samtal: inget nummer' }
    if (isRinging) return { kind: 'temporary', reason: 'telefonen rings redan' }
    return ports.voice.call(phone, id, attempts)
  },
  centre: (ports, claimed) => signalCentre(ports, claimed, addressOf(ports, claimed)),
} as const satisfies Record<AlarmChannel, (ports: SendPorts, claimed: Claimed, words: Words) => Promise<Try>>

/**
 * Without a provider, messages are kept in the outbox, where they can be read and their links tried. The member's
 * details are left out there.
 */
async function keepInOutbox(ports: SendPorts, claimed: Claimed, recipient: string, sms: string) {
  if (ports.sms.leavesTheHouse) return
  const text = claimed.reporter || claimed.memberName ? wordsWithoutReporter(ports, claimed).sms : sms
  const message = { recipient, subject: deliveryKindLabels[claimed.kind], text }
  await keepSms(ports.db, message, keptAs(ports, claimed), ports.clock.now())
}

async function keepLetterInOutbox(ports: SendPorts, claimed: Claimed, recipient: string) {
  if (ports.mail.leavesTheHouse) return
  const letter = mailOf(ports, claimed, recipient, wordsWithoutReporter(ports, claimed))
  await keepMail(ports.db, letter, keptAs(ports, claimed), ports.clock.now())
}

const wordsWithoutReporter = (ports: LinkPorts, claimed: Claimed) =>
  wordsFor({ ...claimed, reporter: null, memberName: null, url: addressOf(ports, claimed) })

/** Messages to members and operators lead to a login; those to others contain a personal link, which is a secret. */
function keptAs(ports: LinkPorts, claimed: Claimed): Kept {
  if (claimed.role === 'member' || claimed.role === 'operator') return { kind: 'alarm message' }
  const { keys, config } = ports
  return { kind: 'alarm link', keys, secret: addressOf(ports, claimed), keepsSecret: config.mode === 'demo' }
}

/** Kinds of push that stay on the screen until somebody looks. The other kinds replace them there. */
const needing: readonly DeliveryKind[] = ['call', 'update', 'late', 'nobody', 'details']

/** Delivered if at least one browser accepts the push. Subscriptions that are gone are deleted. */
async function push({ db, push: sender, ...ports }: SendPorts, claimed: Claimed, words: Words): Promise<Try> {
  const { pushOwner } = claimed
  const browsers = pushOwner?.id ? await readSubscriptionsOf(db, pushOwner) : []
  const path = new URL(addressOf(ports, claimed)).pathname
  const kind = needing.includes(claimed.kind) ? 'alarm' : 'alarm-over'
  const payload = { kind, path, ...words.push }
  const answers = await Promise.all(
    browsers.map(async (to) => {
      const answer = await sender.send({ to, payload, urgency: 'high', lifeSeconds: 600 })
      if (answer.kind === 'permanent' && answer.gone) await deleteSubscriptionAt(db, to.endpoint)
      return answer
    }),
  )
  const best = (['delivered', 'temporary', 'permanent'] as const).flatMap((kind) =>
    answers.filter((answer) => answer.kind === kind),
  )
  return best[0] ?? { kind: 'permanent', reason: 'push: ingen webbläsare' }
}

function mailOf(ports: LinkPorts, claimed: Claimed, recipient: string, words: Words) {
  const { subject, paragraphs, label } = words.mail
  const url = addressOf(ports, claimed)
  const letter = { greeting: 'Hej,', paragraphs, action: { label, url } }
  return { recipient, subject, text: letterAsText(letter), html: letterAsHtml(letter) }
}

/**
 * The address that the message links to: a personal link for partners and for the circle; members and operators log in.
 */
function addressOf({ config, keys }: LinkPorts, { role, recipientId, alarmId, linkHash }: Claimed): string {
  if (role === 'member') return `${config.origin}/dashboard/customer/safety`
  if (role === 'operator') return `${config.origin}/dashboard/admin/alarms/${alarmId}`
  const link = `${config.origin}/larm/${knownLinkToken(keys, recipientId, linkHash)}`
  return role === 'circle' ? `${link}/folj` : link
}

function settle(ports: SendPorts, claimed: Claimed, words: Partial<Words> | null, answer: Try): Settled {
  const { id, attempts, unanswered } = claimed
  const nothing = {
    id,
    attempts,
    dueAt: null,
    reason: null,
    providerId: null,
    words: null,
    wasUnanswered: false,
    parts: null,
    cost: null,
    togetherWith: null,
    passOn: false,
  }
  if (answer.kind === 'unneeded') return { ...nothing, state: 'withdrawn', reason: answer.reason }
  const said = words && kept(ports, claimed, words)
  if (answer.kind === 'delivered') {
    const { providerId = null, parts = null, cost = null } = answer
    return { ...nothing, state: answer.arrived ? 'delivered' : 'sent', providerId, parts, cost, words: said }
  }
  const after = (seconds: number) => new Date(ports.clock.now().getTime() + seconds * 1000)
  if (answer.kind === 'placed') {
    return { ...nothing, state: 'sending', dueAt: after(airS), providerId: answer.providerId, words: said }
  }
  const { reason } = answer
  if (answer.kind === 'unreported') return endUnreported(ports, { ...nothing, reason })
  if (answer.kind === 'unanswered' && claimed.channel === 'voice') {
    // The phone may be ringing. Not retried: a second call would find it engaged, and the next `ring` step comes soon.
    return { ...nothing, state: 'sending', dueAt: after(airS), reason, wasUnanswered: true, words: said }
  }
  if (answer.kind === 'unanswered') {
    // An unanswered message is retried once. If that is unanswered too, it is left as `unsure` for its delivery report
    // to settle, and the fallback channel is used meanwhile.
    return unanswered === 0
      ? { ...nothing, state: 'queued', dueAt: after(onceMoreAfterS), reason, wasUnanswered: true }
      : { ...nothing, state: 'unsure', reason, wasUnanswered: true, words: said, passOn: true }
  }
  const pause = answer.kind === 'temporary' ? pauseAfter(attempts) : null
  // No mail fallback for a phone call: it follows an SMS that has its own.
  const passesOn = claimed.channel !== 'voice'
  if (pause === null) return { ...nothing, state: 'failed', reason, passOn: passesOn }
  return { ...nothing, state: 'queued', dueAt: after(pause), reason, passOn: passesOn && attempts >= passOnAfter }
}

/**
 * A placed phone call without a report: unknown whether anybody heard it (`unsure`), or `failed` if there is no
 * provider, since no phone rang.
 */
const endUnreported = ({ voice }: Pick<House, 'voice'>, settled: Omit<Settled, 'state'>): Settled =>
  voice.leavesTheHouse
    ? { ...settled, state: 'unsure' }
    : { ...settled, state: 'failed', reason: 'samtal: ingen telefon ringdes, utan leverantör' }

/**
 * The text kept for later review. Sent through a real provider, it is kept without the personal link and answer word.
 */
function kept(ports: SendPorts, claimed: Claimed, { sms = '', push, mail }: Partial<Words>): string {
  const said = {
    sms,
    push: `${push?.title}\n${push?.body}`,
    mail: mail?.paragraphs.join('\n') ?? '',
    centre: `DC-09: ${signalOf(claimed)}`,
    voice: recordings[claimed.isTest ? 'test' : 'alarm'],
  }
  const text = said[claimed.channel]
  const leaves = ports[claimed.channel].leavesTheHouse
  if (!leaves) return text
  const withoutLink = text.replace(addressOf(ports, claimed), '[personlig länk]')
  return claimed.word ? withoutLink.replaceAll(new RegExp(`\\b${claimed.word}\\b`, 'g'), '[ord]') : withoutLink
}
