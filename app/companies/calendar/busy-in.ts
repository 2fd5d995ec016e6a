import { chosen } from '~/shared/chosen'
import { type EventLines, type Property, readEventLines } from './calendar-lines'
import { type Budget, daysOf, readRule } from './recurrence'

/** Moments in milliseconds; `to` is exclusive. */
export type Busy = { from: number; to: number }

export type BusyRead = {
  /** In order, without overlaps. */
  busy: Busy[]
  /**
   * Number of events whose recurrence rule or time is not supported. The owner is told, since these events block no
   * bookings.
   */
  unread: number
}

const home = 'Europe/Stockholm'
const minute = 60_000
/** Outlook's names for time zones. Other names are tried as IANA zones, and otherwise read as Stockholm's. */
const zonesByOffice = {
  'W. Europe Standard Time': home,
  'Central Europe Standard Time': home,
  'Central European Standard Time': home,
  'Romance Standard Time': home,
  'GMT Standard Time': 'Europe/London',
  'FLE Standard Time': 'Europe/Helsinki',
  UTC: 'UTC',
} as const satisfies Record<string, string>
/** Four times what a year of three hundred weekly events needs. */
const mostDaysLooked = 500_000
const longestDays = 40
/** Longer than any time zone's name. */
const longestZone = 100
/**
 * UIDs of our own bookings (`calendarUid`). The company's calendar may subscribe to our feed, and those times are taken
 * already.
 */
const ownUid = /^booking-[0-9a-f-]{36}@/

/**
 * Busy times within a period, from an iCalendar file. Null if the text is not one. In steps, since a file within all
 * limits can take seconds: run at once it would hold up every alarm of the process (platform/work/in-stretches.ts).
 */
export function* busyIn(text: string, within: Busy, ownHost: string): Generator<void, BusyRead | null> {
  const events = readEventLines(text)
  if (!events) return null
  const moved = yield* movedOf(events)
  const budget: Budget = { days: mostDaysLooked }
  const busy: Busy[] = []
  let unread = 0
  for (const event of events) {
    yield
    if (isFree(event, ownHost)) continue
    const found = yield* stretchesOf(event, within, moved.get(uidOf(event)) ?? new Set(), budget)
    if (found === null) unread++
    // One at a time: spreading a large array would exceed the limit for arguments.
    else for (const one of found) if (one.from < within.to && one.to > within.from && one.from < one.to) busy.push(one)
  }
  return { busy: joined(busy), unread }
}

const one = (event: EventLines, name: string): Property | undefined => event.get(name)?.[0]
const uidOf = (event: EventLines) => one(event, 'UID')?.value ?? ''

function isFree(event: EventLines, ownHost: string): boolean {
  const uid = uidOf(event)
  return (
    one(event, 'TRANSP')?.value.toUpperCase() === 'TRANSPARENT' ||
    one(event, 'STATUS')?.value.toUpperCase() === 'CANCELLED' ||
    (ownUid.test(uid) && uid.endsWith(`@${ownHost}`))
  )
}

/** Occurrences that are moved or cancelled by an event of their own (RECURRENCE-ID): their original moments, by UID. */
function* movedOf(events: readonly EventLines[]): Generator<void, Map<string, Set<number>>> {
  const moved = new Map<string, Set<number>>()
  for (const event of events) {
    yield
    const was = one(event, 'RECURRENCE-ID')
    const moment = was && readTime(was)?.moment
    if (moment === undefined) continue
    moved.set(uidOf(event), (moved.get(uidOf(event)) ?? new Set()).add(moment))
  }
  return moved
}

/** The occurrences of an event. Null for a rule or time that is not supported. */
function* stretchesOf(
  event: EventLines,
  within: Busy,
  moved: ReadonlySet<number>,
  budget: Budget,
): Generator<void, Busy[] | null> {
  const start = one(event, 'DTSTART')
  const first = start && readTime(start)
  if (!start || !first) return null
  const lasts = lengthOf(event, first)
  if (lasts === null) return null
  const rules = event.get('RRULE') ?? []
  const isMoved = event.has('RECURRENCE-ID')
  const starts = [first, ...(yield* timesOf(event, 'RDATE'))]
  for (const { value } of isMoved ? [] : rules) {
    const again = yield* startsBy(value, first, within, budget)
    if (again === null) return null
    for (const time of again) starts.push(time)
  }
  const gone = new Set((yield* timesOf(event, 'EXDATE')).map(({ moment }) => moment))
  const stretches: Busy[] = []
  for (const time of starts) {
    yield
    if (gone.has(time.moment) || (!isMoved && moved.has(time.moment))) continue
    stretches.push({ from: time.moment, to: 'days' in lasts ? dayLater(time, lasts.days) : time.moment + lasts.ms })
  }
  return stretches
}

function* startsBy(text: string, first: Time, within: Busy, budget: Budget): Generator<void, Time[] | null> {
  const rule = readRule(text)
  if (!rule) return null
  const until = rule.until === null ? null : readTime({ value: rule.until, params: { TZID: first.zone } })
  if (until === undefined) return null
  // UNTIL as a date includes that whole day.
  const end = until === null ? within.to : until.isDay ? dayLater(until, 1) - 1 : until.moment
  const last = dateAt(Math.min(end, within.to), first.zone)
  // An occurrence that began earlier may reach into the period, for as long as the longest event lasts.
  const from = dateAt(within.from, first.zone).subtract({ days: longestDays })
  const days = yield* daysOf(first.wall.toPlainDate(), rule, { from, last }, budget)
  if (!days) return null
  const starts: Time[] = []
  for (const day of days) {
    yield
    const start = timeAt(day.toPlainDateTime(first.wall.toPlainTime()), first.zone, first.isDay)
    if (start.moment <= end) starts.push(start)
  }
  return starts
}

/** The length of an event: whole calendar days, or milliseconds. */
function lengthOf(event: EventLines, first: Time): { days: number } | { ms: number } | null {
  const end = one(event, 'DTEND')
  const duration = one(event, 'DURATION')
  if (end) {
    const time = readTime(end)
    if (!time) return null
    if (first.isDay) return { days: first.wall.toPlainDate().until(time.wall.toPlainDate()).days }
    return { ms: time.moment - first.moment }
  }
  if (duration) return readDuration(duration.value, first.isDay)
  return first.isDay ? { days: 1 } : { ms: 0 }
}

function readDuration(text: string, isDay: boolean): { days: number } | { ms: number } | null {
  const parts = /^\+?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/.exec(text)
  if (!parts) return null
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const wholeDays = weeks * 7 + days
  if (isDay) return { days: wholeDays }
  return { ms: (wholeDays * 1440 + hours * 60 + minutes) * minute + seconds * 1000 }
}

type Time = { wall: Temporal.PlainDateTime; zone: string; isDay: boolean; moment: number }

function* timesOf(event: EventLines, name: string): Generator<void, Time[]> {
  const times: Time[] = []
  for (const { value, params } of event.get(name) ?? []) {
    for (const each of value.split(',')) {
      yield
      const time = readTime({ value: each.split('/')[0] ?? '', params })
      if (time) times.push(time)
    }
  }
  return times
}

/** Parses "20261126", "20261126T080000" and "20261126T080000Z", as wall-clock time in their time zone. */
function readTime({ value, params }: Property): Time | undefined {
  const [, year, month, day, hour, min, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value.trim()) ?? []
  if (!year || !month || !day) return undefined
  const isDay = hour === undefined
  const text = `${year}-${month}-${day}T${hour ?? '00'}:${min ?? '00'}:${second === '60' ? '59' : (second ?? '00')}`
  try {
    return timeAt(Temporal.PlainDateTime.from(text), utc ? 'UTC' : isDay ? home : zoneOf(params.TZID), isDay)
  } catch {
    return undefined
  }
}

function timeAt(wall: Temporal.PlainDateTime, zone: string, isDay: boolean): Time {
  return { wall, zone, isDay, moment: wall.toZonedDateTime(zone).epochMilliseconds }
}

const dayLater = ({ wall, zone }: Time, days: number) => wall.add({ days }).toZonedDateTime(zone).epochMilliseconds

const dateAt = (moment: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate()

/** A time without a time zone is local to the company, so Stockholm's. */
function zoneOf(tzid: string | undefined): string {
  if (!tzid || tzid.length > longestZone) return home
  const byOffice = chosen(zonesByOffice, tzid)
  if (byOffice) return byOffice
  const named = /(?:^|\/)([A-Z]\w+\/[\w/+-]+|UTC)$/.exec(tzid)?.[1] ?? tzid
  try {
    Temporal.Now.zonedDateTimeISO(named)
    return named
  } catch {
    return home
  }
}

function joined(stretches: readonly Busy[]): Busy[] {
  const whole: Busy[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = whole.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else whole.push({ from, to })
  }
  return whole
}
