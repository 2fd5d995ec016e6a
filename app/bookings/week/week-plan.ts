/** Where bookings stand in a week: pure arithmetic on the wall clock, so that the picture can be trusted. */

/** A booking's piece of one day, in minutes of the wall clock. One over midnight has a piece on each day. */
export type Piece<Booking> = { booking: Booking; day: string; from: number; to: number }

/** A piece in its place, as shares of the day's column: from the top, its height, from the left, its width. */
export type Placed<Booking> = Piece<Booking> & { top: number; height: number; left: number; width: number }

export type WeekPlan<Booking> = {
  /** Whole hours that the column spans. */
  fromHour: number
  toHour: number
  days: { day: string; pieces: Placed<Booking>[] }[]
}

/** A working day is shown even when it is empty. */
const usualDay = { from: 8, to: 17 }
/** A job of a minute can still be seen and hit. */
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
        // One that ends with the column is moved up rather than cut.
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

/** Jobs at the same time stand beside each other; those that touch through others share one number of columns. */
function sideBySide<Booking>(pieces: readonly Piece<Booking>[]): Seated<Booking>[] {
  const seated: Seated<Booking>[] = []
  let group: Seated<Booking>[] = []
  /** When each column of the group is free again. */
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
