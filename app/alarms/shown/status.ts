import type { Channel } from '~/shared/channel'

/** How it goes with the service, as everybody may read it: nothing in it is about any alarm or place. */
export type Status = {
  /** Whether alarms are carried out at this moment. */
  isWell: boolean
  writtenAt: Date
  /** The last ninety, the oldest first. */
  days: StatusDay[]
  canaries: CanaryChannel[]
  /** What was wrong, the newest first. */
  events: StatusEvent[]
}

export type StatusDay = { day: string; state: DayState }
/** `unknown` is before anybody looked, and no day that went well. */
export type DayState = 'well' | 'disturbed' | 'unknown'

export type CanaryDay = { day: string; sent: number; delivered: number; failed: number }
/** `last` is null for a way that no canary has gone. */
export type CanaryChannel = { channel: Channel; last: (CanaryDay & { at: Date }) | null; days: CanaryDay[] }

export type StatusEvent = { day: string; kind: ServiceIncident; beganAt: Date; endedAt: Date | null }

/** A canary that nobody heard happened once; the rest lasts until it has ended. */
export const goesOn = ({ kind, endedAt }: StatusEvent) => endedAt === null && kind !== 'canary unheard'

/** Of what the auditor finds, that which is about the service itself, in words for everybody. */
export const serviceIncidents = {
  'engine silent': 'Larmmotorn svarade inte',
  'late step': 'Något som skulle göras blev försenat',
  'late delivery': 'Meddelanden kom inte iväg i tid',
  'nothing sent': 'Vi vet inte att något gick ut efter ett tryck',
  'canary unheard': 'Ett testlarm nådde ingen',
} as const
export type ServiceIncident = keyof typeof serviceIncidents

export const daysShown = 90
export const checkEveryMs = 5 * 60_000
const checksInDay = 86_400_000 / checkEveryMs
/** A restart misses a look or two. */
const missedChecks = 3

export const channelNames = { sms: 'SMS', push: 'Push', mail: 'Mejl' } as const satisfies Record<Channel, string>

/** The last days, the oldest first: `2026-11-22` back to the 90th. Days are counted in text, without clocks that change. */
export function lastDays(today: string, count = daysShown): string[] {
  const last = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  )
}

/** How a day was. The first, and the one that is not over, have had fewer looks than a whole one. */
export function stateOfDay(
  day: { checks: number; well: number } | undefined,
  { isFirst, isOver, hasEvent }: { isFirst: boolean; isOver: boolean; hasEvent: boolean },
): DayState {
  if (hasEvent) return 'disturbed'
  if (!day) return 'unknown'
  const isWhole = isFirst || !isOver || day.checks >= checksInDay - missedChecks
  return day.well === day.checks && isWhole ? 'well' : 'disturbed'
}

export const dayWords = {
  well: 'fungerade',
  disturbed: 'stördes',
  unknown: 'ingen uppgift',
} as const satisfies Record<DayState, string>

/** In a sentence: what is known of how a canary went. Sent is not delivered. */
export function canaryInWords({ sent, delivered, failed }: CanaryDay): string {
  const unknown = sent - delivered - failed
  return [
    `${sent} skickade`,
    ...(delivered > 0 ? [`${delivered} framme`] : []),
    ...(failed > 0 ? [`${failed} gick inte fram`] : []),
    ...(unknown > 0 ? [`${unknown} utan besked`] : []),
  ].join(', ')
}
