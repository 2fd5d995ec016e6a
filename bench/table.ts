/** The final table of `npm run bench`: what was measured, against what, the ratio, the goal, and whether it was met. */

export type Spread = { p50: number; p99: number; p999: number }

/** One measured result of a part. */
export type Row = {
  /** A description with its unit: "bookings written per second". */
  what: string
  ours: number
  /** The peer's figure, measured in the same run. */
  peer?: number
  /** What the peer is: "bare node:http, the same bytes". A comparison with itself says so. */
  against?: string
  /** Whether higher figures are better (per second) or lower ones (milliseconds, bytes); the default is lower. */
  better?: 'more' | 'less'
  goal?: number
  /** What the goal applies to: with a peer the ratio by default, where 1 is as good as the peer; otherwise `ours`. */
  of?: 'ratio' | 'ours'
  /** `closed`: each request waits for the last answer; `open`: requests at fixed times. */
  loop?: 'open' | 'closed'
  /** Percentiles of `ours`, in milliseconds. */
  spread?: Spread
}

export type Line = Record<
  'part' | 'what' | 'ours' | 'peer' | 'against' | 'ratio' | 'goal' | 'met' | 'loop' | 'p50, p99, p99.9 (ms)',
  string | number
>

const rounded = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))

/** p50, p99 and p99.9 of times; the last is meaningful from a thousand times on. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

/** Higher is better, whichever way the figures count. */
export function ratioOf({ ours, peer, better = 'less' }: Row): number | null {
  if (peer === undefined) return null
  return better === 'more' ? ours / peer : peer / ours
}

const goalIsOf = (row: Row) => row.of ?? (row.peer === undefined ? 'ours' : 'ratio')

/** Null where there is no goal. Compares unrounded figures. */
export function isMet(row: Row): boolean | null {
  const { ours, goal, better = 'less' } = row
  if (goal === undefined) return null
  if (goalIsOf(row) === 'ratio') return (ratioOf(row) ?? Number.NaN) >= goal
  return better === 'more' ? ours >= goal : ours <= goal
}

export function lineOf(part: string, row: Row): Line {
  const { what, ours, peer, against = '', better, goal, loop = '', spread } = row
  const ratio = ratioOf(row)
  const met = isMet(row)
  const isOfRatio = goalIsOf(row) === 'ratio'
  const most = isOfRatio || better === 'more' ? 'at least' : 'at most'
  return {
    part,
    what,
    ours: rounded(ours),
    peer: peer === undefined ? '' : rounded(peer),
    against,
    ratio: ratio === null ? '' : Number(ratio.toFixed(2)),
    goal: goal === undefined ? '' : `${isOfRatio ? 'ratio ' : ''}${most} ${goal}`,
    met: met === null ? '' : met ? 'met' : 'NOT MET',
    loop,
    'p50, p99, p99.9 (ms)': spread ? `${spread.p50}, ${spread.p99}, ${spread.p999}` : '',
  }
}

/** Collects the rows of all parts, and prints them once. */
export function openTable() {
  const lines: Line[] = []
  return {
    add(part: string, rows: readonly Row[]) {
      for (const row of rows) lines.push(lineOf(part, row))
    },
    /** Also prints how many goals were met. */
    print(print: (lines: Line[]) => void = console.table, say: (text: string) => void = console.log) {
      if (lines.length === 0) return
      const judged = lines.filter(({ met }) => met !== '')
      const reached = judged.filter(({ met }) => met === 'met')
      say('\nEverything that was measured')
      print(lines)
      say(`${reached.length} of ${judged.length} goals met.`)
    },
  }
}
