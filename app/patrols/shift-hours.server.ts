/**
 * Hours of patrol: 18–22 on weekdays, 14–22 on Saturdays and Sundays, Stockholm time. Computed for each day, so the
 * length of a shift is unaffected by DST changes.
 */
export type ShiftHours = { day: string; startsAt: Date; endsAt: Date }

const zone = 'Europe/Stockholm'

export function hoursOn(day: Temporal.PlainDate): ShiftHours {
  const opens = day.dayOfWeek >= 6 ? 14 : 18
  return { day: day.toString(), startsAt: at(day, opens), endsAt: at(day, 22) }
}

function at(day: Temporal.PlainDate, hour: number): Date {
  const { epochMilliseconds } = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(hour) })
  return new Date(epochMilliseconds)
}

export function today(now: Date): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
}

/** From today to the end of next month, as far as sponsors' months are planned. */
export function hoursAhead(now: Date): ShiftHours[] {
  const from = today(now)
  const last = from.with({ day: 1 }).add({ months: 2 }).subtract({ days: 1 })
  const days = from.until(last).days + 1
  return Array.from({ length: days }, (_, step) => hoursOn(from.add({ days: step })))
}
