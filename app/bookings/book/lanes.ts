/**
 * A company that can do three jobs at once has three lanes, and a job lies in one of them from start to end:
 * that is how the database knows that there is never a fourth (docs/decisions/0040). Times are milliseconds.
 */
export type Stretch = { from: number; to: number }
export type Held = Stretch & { id: string; lane: number }

const meet = (a: Stretch, b: Stretch) => a.from < b.to && b.from < a.to

/** How many jobs are under way at once, at most, somewhere in a stretch. */
export function mostAtOnce(held: readonly Stretch[], within: Stretch): number {
  const met = held.filter((job) => meet(job, within))
  // The most are under way just as one of them starts, or when the stretch does.
  const starts = [within.from, ...met.map(({ from }) => Math.max(from, within.from))]
  return Math.max(...starts.map((at) => met.filter(({ from, to }) => from <= at && at < to).length))
}

/** There is room when at every moment fewer jobs are under way than the company can do. */
export function hasRoom(held: readonly Stretch[], wanted: Stretch, capacity: number): boolean {
  return mostAtOnce(held, wanted) < capacity
}

/** The lowest lane that is free all the way. */
export function freeLane(held: readonly Held[], wanted: Stretch, capacity: number): number | null {
  const taken = new Set(held.filter((job) => meet(job, wanted)).map(({ lane }) => lane))
  for (let lane = 1; lane <= capacity; lane++) if (!taken.has(lane)) return lane
  return null
}

/**
 * Jobs change lanes so that the wanted one gets a lane of its own. `linked` are all jobs that it meets, all that
 * those meet, and so on. Taken in order of their start, each gets the lowest free lane: that never takes more
 * lanes than there are jobs at once. Null when that is more than the company can do.
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
