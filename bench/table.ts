/** The one table that `npm run bench` ends with: what was measured, against what, the ratio, the goal, and whether it was met. */

export type Spread = { p50: number; p99: number; p999: number }

/** What a part hands in for each thing that it measured. */
export type Row = {
  /** In words, with its unit: "bookings written per second". */
  what: string
  ours: number
  /** The same of what it is compared with, in the same run. */
  peer?: number
  /** What that is: "bare node:http, the same bytes". What is compared with itself says so. */
  against?: string
  /** Whether more of `ours` is better (per second) or less (milliseconds, bytes); less unless it is said. */
  better?: 'more' | 'less'
  goal?: number
  /** What the goal is of. Where there is a peer it is the ratio unless it is said, and 1 is as good as the peer; else it is `ours`. */
  of?: 'ratio' | 'ours'
  /** Where something is asked for again and again: with the next answer awaited, or at fixed times. */
  loop?: 'open' | 'closed'
  /** Of `ours`, in milliseconds. */
  spread?: Spread
}

export type Line = Record<
  'part' | 'what' | 'ours' | 'peer' | 'against' | 'ratio' | 'goal' | 'met' | 'loop' | 'p50, p99, p99.9 (ms)',
  string | number
>

const rounded = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))

/** p50, p99 and p99.9 of times; the last says something from a thousand of them on. */
export function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99), p999: at(0.999) }
}

/** Better is a higher ratio, whichever way the figures count. */
export function ratioOf({ ours, peer, better = 'less' }: Row): number | null {
  if (peer === undefined) return null
  return better === 'more' ? ours / peer : peer / ours
}

const goalIsOf = (row: Row) => row.of ?? (row.peer === undefined ? 'ours' : 'ratio')

/** Null where there is no goal. A ratio is judged as it is, and not as it is written. */
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

/** Gathers what each part hands in, and prints all of it once. */
export function openTable() {
  const lines: Line[] = []
  return {
    add(part: string, rows: readonly Row[]) {
      for (const row of rows) lines.push(lineOf(part, row))
    },
    /** Says how many goals were met, so that nobody has to count. */
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
