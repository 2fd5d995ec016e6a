import type { Now } from './opening-hours'

/** A moment as date, weekday and time in Stockholm's time zone. */
export function localTime(moment: Date): Now {
  const here = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO('Europe/Stockholm')
  return {
    day: here.toPlainDate().toString(),
    weekday: here.dayOfWeek,
    time: here.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}
