import type { MovableClock } from './house'

/**
 * Moves on to the next time the clocks in Stockholm strike that hour. Forwards only: what waits in the database was
 * written by its own clock, which nobody moves.
 */
export function strike(clock: MovableClock, hour: number) {
  const here = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO('Europe/Stockholm')
  const today = here.withPlainTime({ hour })
  const next = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : today.add({ days: 1 })
  clock.forward({ minutes: Math.ceil((next.epochMilliseconds - clock.now().getTime()) / 60_000) })
}
