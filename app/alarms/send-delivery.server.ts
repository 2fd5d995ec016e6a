import { deleteSubscriptionAt, letterAsHtml, letterAsText, readSubscriptionsOf } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import type { DeliveryKind } from './alarm'
import type { Claimed, Settled } from './delivery-store.server'
import { knownLinkToken } from './link-token.server'
import { passOnAfter, pauseAfter } from './ways'
import { type Words, wordsFor } from './words'

export type SendPorts = Pick<House, 'db' | 'clock' | 'config' | 'keys' | 'sms' | 'push' | 'mail'>
type LinkPorts = Pick<House, 'config' | 'keys'>

type Try =
  | { kind: 'delivered'; providerId?: string }
  | { kind: 'temporary' | 'permanent'; reason: string }
  | { kind: 'unneeded'; reason: string }

/** Longer than any of our ports waits by itself; a port that never answers must not keep its place for ever. */
const patienceMs = 25_000

/** Sends one delivery and says what became of it. Never throws: whatever goes wrong is a try that failed. */
export async function sendDelivery(ports: SendPorts, claimed: Claimed): Promise<Settled> {
  const words = wordsFor({ ...claimed, url: addressOf(ports, claimed) })
  const answer = await inTime(attempt(ports, claimed, words)).catch(
    (error: Error): Try => ({ kind: 'temporary', reason: `${claimed.channel}: ${error.name}` }),
  )
  return settle(ports, claimed, words, answer)
}

async function attempt(ports: SendPorts, claimed: Claimed, words: Words): Promise<Try> {
  if (!claimed.mayReceive) return { kind: 'unneeded', reason: 'får inte längre larm' }
  if (!claimed.isStillNeeded) return { kind: 'unneeded', reason: 'behövs inte längre' }
  if (claimed.channel === 'push') return push(ports, claimed, words)
  if (claimed.channel === 'sms') {
    if (!claimed.phone) return { kind: 'permanent', reason: 'sms: inget nummer' }
    return ports.sms.send({ recipient: claimed.phone, text: words.sms }, claimed.id)
  }
  if (!claimed.email) return { kind: 'permanent', reason: 'mejl: ingen adress' }
  return ports.mail.send(mailOf(ports, claimed, claimed.email, words), claimed.id)
}

/** What stays on the screen until somebody looks; the rest takes its place there. */
const needing: readonly DeliveryKind[] = ['call', 'update', 'late', 'nobody', 'details']

/** One browser that takes it is enough; one that is gone is forgotten. */
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

/** Where the message leads: partners have a link of their own, the others log in. */
function addressOf({ config, keys }: LinkPorts, { role, recipientId, alarmId, linkHash }: Claimed): string {
  if (role === 'member') return `${config.origin}/dashboard/customer/safety`
  if (role === 'operator') return `${config.origin}/dashboard/admin/alarms/${alarmId}`
  return `${config.origin}/larm/${knownLinkToken(keys, recipientId, linkHash)}`
}

async function inTime(answer: Promise<Try>): Promise<Try> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<Try>((resolve) => {
    timer = setTimeout(resolve, patienceMs, { kind: 'temporary', reason: 'inget svar i tid' })
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function settle(ports: SendPorts, claimed: Claimed, words: Words, answer: Try): Settled {
  const { id, attempts } = claimed
  const nothing = { id, attempts, dueAt: null, reason: null, providerId: null, words: null, passOn: false }
  if (answer.kind === 'unneeded') return { ...nothing, state: 'withdrawn', reason: answer.reason }
  if (answer.kind === 'delivered') {
    return { ...nothing, state: 'sent', providerId: answer.providerId ?? null, words: kept(ports, claimed, words) }
  }
  const pause = answer.kind === 'temporary' ? pauseAfter(attempts) : null
  if (pause === null) return { ...nothing, state: 'failed', reason: answer.reason, passOn: true }
  const dueAt = new Date(ports.clock.now().getTime() + pause * 1000)
  return { ...nothing, state: 'queued', dueAt, reason: answer.reason, passOn: attempts >= passOnAfter }
}

/** What was said, for those who look afterwards; a link that has left the house is not kept, nor the word of an answer. */
function kept(ports: SendPorts, claimed: Claimed, words: Words): string {
  const said = {
    sms: words.sms,
    push: `${words.push.title}\n${words.push.body}`,
    mail: words.mail.paragraphs.join('\n'),
  }
  const text = said[claimed.channel]
  const leaves = ports[claimed.channel].leavesTheHouse
  if (!leaves) return text
  const withoutLink = text.replace(addressOf(ports, claimed), '[personlig länk]')
  return claimed.word ? withoutLink.replaceAll(new RegExp(`\\b${claimed.word}\\b`, 'g'), '[ord]') : withoutLink
}
