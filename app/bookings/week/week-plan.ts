/** Lays out bookings in a week. Pure arithmetic on the wall clock. */

/** A booking's share of one day, in minutes of the wall clock. One over midnight has a piece on each day. */
export type Piece<Booking> = { booking: Booking; day: string; from: number; to: number }

/** A piece with its position in the day's column, in percent: top, height, left and width. */
export type Placed<Booking> = Piece<Booking> & { top: number; height: number; left: number; width: number }

export type WeekPlan<Booking> = {
  /** The whole hours that the columns span. */
  fromHour: number
  toHour: number
  days: { day: string; pieces: Placed<Booking>[] }[]
}

/** These hours are shown even when there are no jobs. */
const usualDay = { from: 8, to: 17 }
/** The least height of a piece, in minutes, so that a short job can still be read and clicked. */
const leastMinutes = 40

export function planWeek<Booking>(days: readonly string[], pieces: readonly Piece<Booking>[]): WeekPlan<Booking> {
  const fromHour = Math.min(usualDay.from, ...pieces.map(({ from }) => Math.floor(from / 60)))
  const toHour = Math.max(usualDay.to, ...pieces.map(({ to }) => Math.ceil(to / 60)))
  const span = (toHour - fromHour) * 60
  return {
    fromHour,
    toHour,
    days: days.map((day) => ({
      day,
      pieces: sideBySide(pieces.filter((piece) => piece.day === day)).map(({ piece, column, columns }) => {
        const height = Math.min(Math.max(piece.to - piece.from, leastMinutes), span)
        // A piece at the bottom is moved up rather than cut off.
        const top = Math.min(piece.from - fromHour * 60, span - height)
        return {
          ...piece,
          top: (100 * top) / span,
          height: (100 * height) / span,
          left: (100 * column) / columns,
          width: 100 / columns,
        }
      }),
    })),
  }
}

type Seated<Booking> = { piece: Piece<Booking>; column: number; columns: number }

/** Overlapping jobs stand side by side. Jobs linked through overlaps share the same number of columns. */
function sideBySide<Booking>(pieces: readonly Piece<Booking>[]): Seated<Booking>[] {
  const seated: Seated<Booking>[] = []
  let group: Seated<Booking>[] = []
  /** For each column of the group, when it is free again. */
  let freeFrom: number[] = []
  const close = () => {
    for (const each of group) each.columns = freeFrom.length
    seated.push(...group)
    group = []
    freeFrom = []
  }
  for (const piece of pieces.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (freeFrom.every((free) => free <= piece.from)) close()
    const free = freeFrom.findIndex((moment) => moment <= piece.from)
    const column = free === -1 ? freeFrom.length : free
    freeFrom[column] = Math.max(piece.to, piece.from + leastMinutes)
    group.push({ piece, column, columns: 1 })
  }
  close()
  return seated
}
