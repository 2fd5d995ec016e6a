import type { MovableClock } from './house'

/**
 * Moves the clock forward to the next time it is that hour in Stockholm. Never backwards: rows in the database were
 * written by its own clock, which does not move.
 */
export function strike(clock: MovableClock, hour: number) {
  const here = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO('Europe/Stockholm')
  const today = here.withPlainTime({ hour })
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })
  clock.forward({ minutes: Math.ceil((next.epochMilliseconds - clock.now().getTime()) / 60_000) })
}
