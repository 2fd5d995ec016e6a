import type { Now } from './opening-hours'

/** What the calendar and the clock on a wall in Stockholm say at that moment. */
export function localTime(moment: Date): Now {
  const here = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO('Europe/Stockholm')
  return {
    day: here.toPlainDate().toString(),
    weekday: here.dayOfWeek,
    time: here.toPlainTime().toString({ smallestUnit: 'minute' }),
  }
}
