import type { DayTimes } from './availability'

/** Why days cannot be chosen, in words. Formatted in UTC, since a calendar day must not shift with a time zone. */
const dayAndMonth = new Intl.DateTimeFormat('sv-SE', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const spoken = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('sv-SE', { weekday: 'long', timeZone: 'UTC' })
const list = new Intl.ListFormat('sv-SE')

const at = (day: string) => new Date(`${day}T00:00:00Z`)

/** "tisdag 24 november" */
export const spokenDay = (day: string) => spoken.format(at(day))

/** Why a single day has no free time. */
export function whyNot({ none, closedBecause }: Pick<DayTimes, 'none' | 'closedBecause'>): string {
  if (none === 'full') return 'Fullbokat'
  if (none === 'own booking') return 'Krockar med en egen bokning'
  if (none === 'too soon') return 'För kort varsel'
  if (none === 'too short') return 'Inget pass som är långt nog'
  if (none === 'closed for a while' && closedBecause) return `Stängt: ${closedBecause}`
  return 'Stängt'
}

export type Reason = { why: string; days: string }

/** Groups days by reason: "Stängt" on "lördagar och söndagar", "Fullbokat" on "24 nov., 26 nov. och 1–3 dec." */
export function reasonsFor(days: readonly DayTimes[]): Reason[] {
  const groups = new Map<string, DayTimes[]>()
  for (const day of days.filter(({ none }) => none !== null)) {
    const why = whyNot(day)
    groups.set(why, [...(groups.get(why) ?? []), day])
  }
  return [...groups].map(([why, group]) => {
    const isWeekly = group.every(({ none }) => none === 'closed' || none === 'too short')
    return { why, days: list.format(isWeekly ? weekdaysOf(group) : runsOf(group.map(({ day }) => day))) }
  })
}

/** Lists weekdays from Monday on, whichever weekday the range begins with. */
function weekdaysOf(days: readonly DayTimes[]): string[] {
  const names = new Map(days.map(({ day }) => [(at(day).getUTCDay() + 6) % 7, `${weekday.format(at(day))}ar`]))
  return [...names].toSorted(([a], [b]) => a - b).map(([, name]) => name)
}

/** Joins consecutive days into ranges. */
function runsOf(days: readonly string[]): string[] {
  const runs: { first: string; last: string }[] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run && at(day).getTime() - at(run.last).getTime() === 86_400_000) run.last = day
    else runs.push({ first: day, last: day })
  }
  return runs.map(({ first, last }) =>
    first === last
      ? dayAndMonth.format(at(first))
      : `${dayAndMonth.format(at(first))} – ${dayAndMonth.format(at(last))}`,
  )
}
