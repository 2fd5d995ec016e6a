import { lastWeeks, mondayOf, weekName } from '~/ui/chart/week'

/** Milliseconds from the press of one alarm; null where the step did not happen or was not reported. */
export type AlarmTimes = {
  day: string
  isTest: boolean
  deliveredMs: number | null
  takenMs: number | null
  onSiteMs: number | null
  /** Called off at once, before an answer could be expected. */
  isSlip: boolean
}

/** A planned patrol on a day that is over. */
export type ShiftDay = { day: string; isWalked: boolean }

/**
 * A figure for publication. `few`: too few alarms to publish, since the figure would reveal a single person's alarm and
 * predict nothing. `not`: so many alarms never got there that the percentile does not exist.
 */
export type Figure = { kind: 'seconds'; seconds: number } | { kind: 'few' } | { kind: 'not' }

export type Step = {
  /** `known` of `of` alarms are known to have reached this step. */
  known: number
  of: number
  median: Figure
  nineOfTen: Figure
}

export type Week = {
  name: string
  /** Null for weeks before the first data. */
  alarms: number | null
  medianS: number | null
  walked: number | null
  planned: number | null
}

/** The public figures of a postcode over the last thirteen weeks. */
export type PublicFigures = {
  from: string
  alarms: number
  slips: number
  delivered: Step
  taken: Step
  onSite: Step
  tests: { sent: number; delivered: number; answered: number }
  patrols: { planned: number; walked: number }
  weeks: Week[]
}

export const weeksShown = 13
export const fewestForMedian = 5
/** A 90th percentile needs at least ten values. */
export const fewestForNineOfTen = 10

export const firstDayShown = (today: string): string => lastWeeks(today, weeksShown)[0] ?? today

/** Pure. All charts and figures of a postcode are computed from the same rows, so they cannot disagree. */
export function figuresOf(times: readonly AlarmTimes[], shifts: readonly ShiftDay[], today: string): PublicFigures {
  const weeks = lastWeeks(today, weeksShown)
  const real = times.filter(({ isTest, isSlip }) => !isTest && !isSlip)
  const tests = times.filter(({ isTest }) => isTest)
  const begun = mondayOf(
    [...times, ...shifts].map(({ day }) => day).reduce((one, other) => (one < other ? one : other), today),
  )
  return {
    from: weeks[0] ?? today,
    alarms: real.length,
    slips: times.filter(({ isSlip }) => isSlip).length,
    // Missing values are left out: a provider may report no delivery, and a guard may forget the button.
    delivered: stepOfKnown(real.map(({ deliveredMs }) => deliveredMs)),
    onSite: stepOfKnown(real.map(({ onSiteMs }) => onSiteMs)),
    // An alarm that nobody took is known not to have been taken, so it counts as infinitely long.
    taken: stepOfAll(real.map(({ takenMs }) => takenMs)),
    tests: {
      sent: tests.length,
      delivered: tests.filter(({ deliveredMs, takenMs }) => deliveredMs !== null || takenMs !== null).length,
      answered: tests.filter(({ takenMs }) => takenMs !== null).length,
    },
    patrols: { planned: shifts.length, walked: shifts.filter(({ isWalked }) => isWalked).length },
    weeks: weeks.map((week) => weekOf(week, begun, real, shifts)),
  }
}

function weekOf(week: string, begun: string, real: readonly AlarmTimes[], shifts: readonly ShiftDay[]): Week {
  const name = weekName(week)
  if (week < begun) return { name, alarms: null, medianS: null, walked: null, planned: null }
  const alarms = real.filter(({ day }) => mondayOf(day) === week)
  const walks = shifts.filter(({ day }) => mondayOf(day) === week)
  const { median } = stepOfAll(alarms.map(({ takenMs }) => takenMs))
  return {
    name,
    alarms: alarms.length,
    medianS: median.kind === 'seconds' ? median.seconds : null,
    walked: walks.filter(({ isWalked }) => isWalked).length,
    planned: walks.length,
  }
}

function stepOfKnown(values: readonly (number | null)[]): Step {
  const known = values.filter((value) => value !== null)
  return { ...stepOfAll(known), of: values.length }
}

function stepOfAll(values: readonly (number | null)[]): Step {
  const sorted = values.map((value) => value ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other)
  return {
    known: values.filter((value) => value !== null).length,
    of: values.length,
    median: figureAt(sorted, 0.5, fewestForMedian),
    nineOfTen: figureAt(sorted, 0.9, fewestForNineOfTen),
  }
}

/** The time within which this share of the alarms reached the step (percentile). */
function figureAt(sorted: readonly number[], share: number, fewest: number): Figure {
  const value = sorted[Math.ceil(sorted.length * share) - 1]
  if (sorted.length < fewest || value === undefined) return { kind: 'few' }
  return Number.isFinite(value) ? { kind: 'seconds', seconds: Math.round(value / 1000) } : { kind: 'not' }
}
