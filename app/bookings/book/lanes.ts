/**
 * A company with capacity for three jobs at once has three lanes, and a job keeps one lane from start to end. The
 * exclusion constraint on lanes is how the database rules out a fourth job (docs/decisions/0040). Times are in
 * milliseconds.
 */
export type Stretch = { from: number; to: number }
export type Held = Stretch & { id: string; lane: number }

const meet = (a: Stretch, b: Stretch) => a.from < b.to && b.from < a.to

/** The largest number of jobs under way at the same time within a stretch. */
export function mostAtOnce(held: readonly Stretch[], within: Stretch): number {
  const met = held.filter((job) => meet(job, within))
  // The maximum is always reached where a job starts, or at the beginning of the stretch.
  const starts = [within.from, ...met.map(({ from }) => Math.max(from, within.from))]
  return Math.max(...starts.map((at) => met.filter(({ from, to }) => from <= at && at < to).length))
}

/** Whether fewer jobs than the company's capacity are under way at every moment of the wanted stretch. */
export function hasRoom(held: readonly Stretch[], wanted: Stretch, capacity: number): boolean {
  return mostAtOnce(held, wanted) < capacity
}

/** The lowest lane that is free for the whole stretch; null when there is none. */
export function freeLane(held: readonly Held[], wanted: Stretch, capacity: number): number | null {
  const taken = new Set(held.filter((job) => meet(job, wanted)).map(({ lane }) => lane))
  for (let lane = 1; lane <= capacity; lane++) if (!taken.has(lane)) return lane
  return null
}

/**
 * Reassigns lanes so that the wanted job gets one of its own. `linked` is the transitive closure of jobs that overlap
 * it. Greedy interval partitioning: in order of start, each job gets the lowest free lane, which never uses more lanes
 * than there are jobs at once. Null when that exceeds the capacity.
 */
export function makeRoom(
  linked: readonly Held[],
  wanted: Stretch,
  capacity: number,
): { lane: number; moved: Held[] } | null {
  const inOrder = [...linked, { ...wanted, id: null, lane: 0 }].toSorted((a, b) => a.from - b.from || a.to - b.to)
  const freeFrom: number[] = []
  let own = 0
  const moved: Held[] = []
  for (const job of inOrder) {
    let lane = freeFrom.findIndex((end) => end <= job.from)
    if (lane === -1) lane = freeFrom.length
    if (lane >= capacity) return null
    freeFrom[lane] = job.to
    if (job.id === null) own = lane + 1
    else if (job.lane !== lane + 1) moved.push({ ...job, id: job.id, lane: lane + 1 })
  }
  return { lane: own, moved }
}
