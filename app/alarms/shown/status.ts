import type { Channel } from '~/shared/channel'
import { daysAfter } from '~/shared/time'

/** The public status of the service. Contains nothing about any alarm or place. */
export type Status = {
  /** Whether alarms are being carried out now. */
  isWell: boolean
  writtenAt: Date
  /** The last ninety days, oldest first. */
  days: StatusDay[]
  canaries: CanaryChannel[]
  /** Incidents, newest first. */
  events: StatusEvent[]
}

export type StatusDay = { day: string; state: DayState }
/** `unknown`: nobody checked yet; not shown as a good day. */
export type DayState = 'well' | 'disturbed' | 'unknown'

export type CanaryDay = { day: string; sent: number; delivered: number; failed: number }
/** `last` is null for a channel that no canary has used. */
export type CanaryChannel = { channel: Channel; last: (CanaryDay & { at: Date }) | null; days: CanaryDay[] }

export type StatusEvent = { day: string; kind: ServiceIncident; beganAt: Date; endedAt: Date | null }

/** Whether the event is still going on. An unheard canary is a single moment and never goes on. */
export const goesOn = ({ kind, endedAt }: StatusEvent) => endedAt === null && kind !== 'canary unheard'

/** The auditor's incidents that concern the service itself, in words for the public. */
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
/** A restart misses a check or two. */
const missedChecks = 3

export const channelNames = { sms: 'SMS', push: 'Push', mail: 'Mejl' } as const satisfies Record<Channel, string>

/** The last days, oldest first (`2026-11-22` back to the 90th). */
export const lastDays = (today: string, count = daysShown): string[] =>
  Array.from({ length: count }, (_, index) => daysAfter(today, index + 1 - count))

/** The state of one day. The first day and today have had fewer checks than a whole day. */
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

/** A canary's outcome in words. Sent does not mean delivered. */
export function canaryInWords({ sent, delivered, failed }: CanaryDay): string {
  const unknown = sent - delivered - failed
  return [
    `${sent} skickade`,
    ...(delivered > 0 ? [`${delivered} framme`] : []),
    ...(failed > 0 ? [`${failed} gick inte fram`] : []),
    ...(unknown > 0 ? [`${unknown} utan besked`] : []),
  ].join(', ')
}
