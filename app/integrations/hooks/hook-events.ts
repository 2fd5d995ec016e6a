import type { TimelineKind } from '~/alarms/public'
import { chosen } from '~/shared/chosen'

/** Which events of an alarm are sent to which company (pure rules). */

export type EventType =
  | 'alarm.raised'
  | 'alarm.raised_again'
  | 'alarm.reopened'
  | 'alarm.widened'
  | 'alarm.accepted'
  | 'alarm.rejected'
  | 'alarm.on_the_way'
  | 'alarm.on_site'
  | 'alarm.released'
  | 'alarm.reporter_safe'
  | 'alarm.closed'
  | 'test'

export const eventWords = {
  'alarm.raised': 'Någon har larmat',
  'alarm.raised_again': 'Den som larmade har larmat igen',
  'alarm.reopened': 'Ett larm som blåstes av är igång igen',
  'alarm.widened': 'Larmet går nu också till grannkvarteren',
  'alarm.accepted': 'Någon har tagit larmet',
  'alarm.rejected': 'Ni har sagt att ni inte kommer',
  'alarm.on_the_way': 'Ni har sagt att ni är på väg',
  'alarm.on_site': 'Någon är på plats',
  'alarm.released': 'Larmet är ute hos alla igen',
  'alarm.reporter_safe': 'Den som larmade säger sig vara trygg',
  'alarm.closed': 'Larmet är över',
  test: 'Ett prov från er sida',
} as const satisfies Record<EventType, string>

type Told = {
  type: EventType
  /** Sent only to the company that did it; others do not see it on their pages either. */
  onlyOwn?: true
}

/** The event type for each kind of timeline entry. Kinds not listed are not sent. */
const tellings: Partial<Record<TimelineKind, Told>> = {
  raised: { type: 'alarm.raised' },
  pressed: { type: 'alarm.raised_again' },
  reopened: { type: 'alarm.reopened' },
  widened: { type: 'alarm.widened' },
  taken: { type: 'alarm.accepted' },
  declined: { type: 'alarm.rejected', onlyOwn: true },
  set_out: { type: 'alarm.on_the_way', onlyOwn: true },
  arrived: { type: 'alarm.on_site' },
  handed_back: { type: 'alarm.released' },
  released: { type: 'alarm.released' },
  safe: { type: 'alarm.reporter_safe' },
  resolved: { type: 'alarm.closed' },
  false_alarm: { type: 'alarm.closed' },
  cancelled: { type: 'alarm.closed' },
}

export type HookEvent = { kind: string; at: Date; actorKind: string; actorId: string | null }

/** Who did it, as far as the receiving company may know: itself, or a kind of actor. */
export type By = 'you' | 'other' | 'member' | 'operator' | 'system'

/** What a company is sent about an event. Null for nothing. */
export function toldOf(event: HookEvent, companyId: string): { type: EventType; by: By } | null {
  const told = chosen(tellings, event.kind)
  const isOwn = event.actorKind === 'partner' && event.actorId === companyId
  if (!told || (told.onlyOwn && !isOwn)) return null
  return { type: told.type, by: isOwn ? 'you' : byOf(event.actorKind) }
}

const actors = { member: 'member', operator: 'operator', partner: 'other' } as const
const byOf = (actorKind: string): By => chosen(actors, actorKind) ?? 'system'

export type DeliveryState = 'queued' | 'delivered' | 'failed' | 'withdrawn'

export const deliveryWords = {
  queued: 'Väntar',
  delivered: 'Mottaget',
  failed: 'Kom inte fram',
  withdrawn: 'Skickades inte',
} as const satisfies Record<DeliveryState, string>

/** Words for the reasons of failure, as the HTTP port reports them, for whoever runs the receiving system. */
const reasons: Record<string, string> = {
  'no answer in time': 'inget svar i tid',
  'no answer': 'inget svar',
  ECONNREFUSED: 'servern tog inte emot',
  ECONNRESET: 'servern bröt',
  ENOTFOUND: 'namnet finns inte',
  'not public': 'namnet leder inte ut på internet',
  'not https': 'adressen är inte https',
  'not theirs any more': 'larmet är inte längre ert',
  'turned off': 'stängdes av',
  ended: 'mottagaren är borttagen',
  'secret lost': 'hemligheten går inte att läsa',
}

export function whyWords(status: number | null, reason: string | null): string {
  if (status !== null) return `svar ${status}`
  if (reason === null) return ''
  return (
    chosen(reasons, reason) ??
    (/CERT|SSL|TLS|ALTNAME/.test(reason) ? 'certifikatet går inte att lita på' : 'inget svar')
  )
}
