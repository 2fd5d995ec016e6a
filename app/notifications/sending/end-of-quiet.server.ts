import { isQuietAt, type QuietHours } from '../choices/quiet-hours'

/** When the current quiet hours end; null if it is not quiet now. Stockholm time, correct across DST changes. */
export function endOfQuiet(hours: QuietHours, now: Date): Date | null {
  const here = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('Europe/Stockholm')
  if (!isQuietAt(here.hour, hours)) return null
  const today = here.withPlainTime({ hour: hours.until })
  const end = Temporal.ZonedDateTime.compare(today, here) > 0 ? today : here.toPlainDate().add({ days: 1 })
  const exact =
    end instanceof Temporal.ZonedDateTime
      ? end
      : end.toZonedDateTime({ timeZone: 'Europe/Stockholm', plainTime: { hour: hours.until } })
  return new Date(exact.epochMilliseconds)
}
