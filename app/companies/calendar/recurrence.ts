/**
 * Expands recurrence rules (RFC 5545, 3.3.10). Pure and bounded: it goes period by period, not past `last`, so that no
 * rule in an untrusted file can loop forever.
 */

export type Freq = 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'

/** "2TU", "-1FR", "MO": the second Tuesday, the last Friday, every Monday. Monday is 1. */
type NthDay = { weekday: number; nth: number | null }

export type Rule = {
  freq: Freq
  interval: number
  count: number | null
  /** The raw text, a date or a moment: the caller compares it, since it knows the time zone. */
  until: string | null
  byDay: NthDay[]
  byMonthDay: number[]
  byMonth: number[]
  bySetPos: number[]
  weekStart: number
}

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
const freqs: readonly string[] = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] satisfies Freq[]
const known = new Set(['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST'])

/** Long enough for a rule that names every month and every day of the month. */
const longestRule = 500

/**
 * Parses a rule. Null for an unsupported one (such as hourly, or by week number), an invalid one, or one that is too
 * long: each part is tested against each day.
 */
export function readRule(text: string): Rule | null {
  if (text.length > longestRule) return null
  const parts = new Map(text.split(';').map((part) => part.toUpperCase().split('=') as [string, string]))
  if ([...parts.keys()].some((name) => !known.has(name))) return null
  const freq = parts.get('FREQ') ?? ''
  if (!freqs.includes(freq)) return null
  const numbers = (name: string) => (parts.get(name)?.split(',') ?? []).map(Number)
  const byDay = (parts.get('BYDAY')?.split(',') ?? []).map(readNthDay)
  const rule = {
    freq: freq as Freq,
    interval: Number(parts.get('INTERVAL') ?? 1),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: parts.get('UNTIL') ?? null,
    byMonthDay: numbers('BYMONTHDAY'),
    byMonth: numbers('BYMONTH'),
    bySetPos: numbers('BYSETPOS'),
    weekStart: weekdays.indexOf(parts.get('WKST') ?? 'MO') + 1,
  }
  const all = [rule.interval, rule.count ?? 1, ...rule.byMonthDay, ...rule.byMonth, ...rule.bySetPos]
  const isSense = all.every(Number.isSafeInteger) && rule.interval > 0 && rule.weekStart > 0
  return isSense && byDay.every((day) => day !== null) ? { ...rule, byDay } : null
}

function readNthDay(text: string): NthDay | null {
  const [, nth, day = ''] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text) ?? []
  if (!day || Number(nth) === 0) return null
  return { weekday: weekdays.indexOf(day) + 1, nth: nth ? Number(nth) : null }
}

/** The number of days that may still be examined for a file. Limits the work that an untrusted file can cause. */
export type Budget = { days: number }

const daysLooked = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 } as const satisfies Record<Freq, number>

/**
 * The days in order: the first day, which always counts, then the days from about `from` to `last`. With COUNT it must
 * start at the first day. Null if the budget is exceeded. Pauses after each period (platform/work/in-stretches.ts).
 */
export function* daysOf(
  first: Temporal.PlainDate,
  rule: Rule,
  { from, last }: { from: Temporal.PlainDate; last: Temporal.PlainDate },
  budget: Budget,
): Generator<void, Temporal.PlainDate[] | null> {
  const days = [first]
  const most = rule.count ?? Number.POSITIVE_INFINITY
  for (let period = rule.count === null ? periodBefore(from, first, rule) : 0; days.length < most; period++) {
    const begins = periodAt(first, rule, period)
    if (isAfter(begins, last)) break
    budget.days -= daysLooked[rule.freq]
    if (budget.days < 0) return null
    yield
    for (const day of chosenOf(candidatesIn(begins, first, rule), rule)) {
      if (isAfter(day, last)) return days
      if (isAfter(day, first) && days.length < most) days.push(day)
    }
  }
  return days
}

/** A period that surely ends before `from`. Without COUNT, earlier periods need not be examined. */
function periodBefore(from: Temporal.PlainDate, first: Temporal.PlainDate, { freq, interval }: Rule): number {
  const passed = first.until(from, { largestUnit: 'days' }).days / daysLooked[freq]
  return Math.max(0, Math.floor(passed / interval) - 1)
}

const isAfter = (one: Temporal.PlainDate, other: Temporal.PlainDate) => Temporal.PlainDate.compare(one, other) > 0

/** The first day of the period that is this many intervals after the first. */
function periodAt(first: Temporal.PlainDate, { freq, interval, weekStart }: Rule, period: number): Temporal.PlainDate {
  const steps = period * interval
  switch (freq) {
    case 'DAILY':
      return first.add({ days: steps })
    case 'WEEKLY':
      return first.subtract({ days: (first.dayOfWeek - weekStart + 7) % 7 }).add({ weeks: steps })
    case 'MONTHLY':
      return first.with({ day: 1 }).add({ months: steps })
    case 'YEARLY':
      return first.with({ month: 1, day: 1 }).add({ years: steps })
  }
}

function candidatesIn(begins: Temporal.PlainDate, first: Temporal.PlainDate, rule: Rule): Temporal.PlainDate[] {
  const isMonth = ({ month }: Temporal.PlainDate) => rule.byMonth.length === 0 || rule.byMonth.includes(month)
  switch (rule.freq) {
    case 'DAILY':
      return [begins].filter((day) => isMonth(day) && isMonthDay(day, rule) && isWeekday(day, rule))
    case 'WEEKLY': {
      const wanted = rule.byDay.length > 0 ? rule.byDay.map(({ weekday }) => weekday) : [first.dayOfWeek]
      return daysFrom(begins, 7).filter((day) => wanted.includes(day.dayOfWeek) && isMonth(day))
    }
    case 'MONTHLY':
      return isMonth(begins) ? inMonth(begins, first, rule) : []
    case 'YEARLY': {
      // "The nth weekday" counts within the whole year only if no month is named.
      if (rule.byDay.length > 0 && rule.byMonth.length === 0 && rule.byMonthDay.length === 0)
        return nthOf(daysFrom(begins, begins.daysInYear), rule)
      const hasMonths = rule.byMonth.length > 0 || rule.byMonthDay.length > 0
      const months = Array.from({ length: 12 }, (_, month) => begins.with({ month: month + 1 }))
      return months
        .filter((month) => (hasMonths ? isMonth(month) : month.month === first.month))
        .flatMap((month) => inMonth(month, first, rule))
    }
  }
}

function inMonth(begins: Temporal.PlainDate, first: Temporal.PlainDate, rule: Rule): Temporal.PlainDate[] {
  const days = daysFrom(begins, begins.daysInMonth)
  if (rule.byMonthDay.length > 0) return days.filter((day) => isMonthDay(day, rule) && isWeekday(day, rule))
  if (rule.byDay.length > 0) return nthOf(days, rule)
  return days.filter(({ day }) => day === first.day)
}

const daysFrom = (begins: Temporal.PlainDate, count: number) =>
  Array.from({ length: count }, (_, index) => begins.add({ days: index }))

/** -1 is the last day of the month. */
const isMonthDay = ({ day, daysInMonth }: Temporal.PlainDate, { byMonthDay }: Rule) =>
  byMonthDay.length === 0 || byMonthDay.includes(day) || byMonthDay.includes(day - daysInMonth - 1)

const isWeekday = ({ dayOfWeek }: Temporal.PlainDate, { byDay }: Rule) =>
  byDay.length === 0 || byDay.some(({ weekday }) => weekday === dayOfWeek)

/** From days in order, those of the named weekdays: the nth one, or all of them. */
function nthOf(days: readonly Temporal.PlainDate[], { byDay }: Rule): Temporal.PlainDate[] {
  const byWeekday = Map.groupBy(days, ({ dayOfWeek }) => dayOfWeek)
  const chosen = byDay.flatMap(({ weekday, nth }) => {
    const alike = byWeekday.get(weekday) ?? []
    if (nth === null) return alike
    return alike.at(nth > 0 ? nth - 1 : nth) ?? []
  })
  return [...new Set(chosen)].sort(Temporal.PlainDate.compare)
}

/** BYSETPOS: picks the nth day of a period, from its start or (negative) its end. */
function chosenOf(days: readonly Temporal.PlainDate[], { bySetPos }: Rule): readonly Temporal.PlainDate[] {
  if (bySetPos.length === 0) return days
  return days.filter((_, index) => bySetPos.includes(index + 1) || bySetPos.includes(index - days.length))
}
