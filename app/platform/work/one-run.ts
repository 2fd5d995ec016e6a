import { type RawBuilder, sql } from 'kysely'
import { isDatabaseAway, isDatabaseFault } from '../database/errors.server'

/** One claim of `through`. */
export type Turn = {
  /** Ids of the items that failed in this run. They are not to be claimed again (`isNotSetAside`). */
  setAside: readonly string[]
  /** Has to be called with the id of the claimed item before anything about it can fail. */
  claimed(id: string): void
}

/** For a claim outside a run: nothing is set aside, and nobody asks what was claimed. */
export const onlyTurn: Turn = { setAside: [], claimed() {} }

export type Run = {
  /** Calls `next`, which claims one due item and carries it out, until it returns false. Returns the number done. */
  through(next: (turn: Turn) => Promise<boolean>): Promise<number>
  /**
   * Calls `next` with the size of a batch, which it carries out in one transaction, until one is not full. Returns the
   * number done. One item that fails undoes its whole batch, so from then on each is carried out alone.
   */
  inBatches(most: number, next: (most: number, turn: Turn) => Promise<number>): Promise<number>
  /**
   * Carries out items that were read before, until the database is away, which all others would wait for as well.
   * Returns how many of them had anything to do. `nameOf`: what the log calls an item that failed.
   */
  each<Item>(
    items: readonly Item[],
    nameOf: (item: Item) => string,
    work: (item: Item) => Promise<boolean>,
  ): Promise<number>
}

/**
 * One run of a chore over its due items. An item that always throws (a poison message) must not block those behind it:
 * it is set aside for this run and tried again by the next one, and an error of one is thrown once the others are done.
 * An error before an item is claimed ends the run: the database is away.
 */
export async function oneRun<Value>(work: (run: Run) => Promise<Value>): Promise<Value> {
  const failures: unknown[] = []
  const setAside: string[] = []
  /** As the log names them. Apart from `setAside`, since what `each` carries out may have no id. */
  const failed: string[] = []

  async function through(next: (turn: Turn) => Promise<boolean>) {
    let done = 0
    for (;;) {
      let item: string | null = null
      try {
        const wasDue = await next({
          setAside,
          claimed: (id) => {
            item = id
          },
        })
        if (!wasDue) return done
        done++
      } catch (error) {
        if (item === null) throw error
        setAside.push(item)
        failed.push(item)
        failures.push(error)
      }
    }
  }

  async function inBatches(most: number, next: (most: number, turn: Turn) => Promise<number>) {
    let done = 0
    for (;;) {
      try {
        const count = await next(most, { ...onlyTurn, setAside })
        done += count
        if (count < most) return done
      } catch {
        return done + (await through(async (turn) => (await next(1, turn)) > 0))
      }
    }
  }

  async function each<Item>(
    items: readonly Item[],
    nameOf: (item: Item) => string,
    carryOut: (item: Item) => Promise<boolean>,
  ) {
    let done = 0
    for (const item of items) {
      try {
        if (await carryOut(item)) done++
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed.push(nameOf(item))
        failures.push(error)
      }
    }
    return done
  }

  const value = await work({ through, inBatches, each }).catch((error: unknown) => {
    throw worstOf([...failures, error], failed)
  })
  if (failures.length > 0) throw worstOf(failures, failed)
  return value
}

/**
 * The first of the worst. A lock that was waited for too long, or an outage that ended the run, is nobody's mistake, and
 * must not hide one; nor must the lock hide the outage.
 */
function worstOf(failures: readonly unknown[], failed: readonly string[]): unknown {
  const [error] = failures.toSorted((one, other) => badnessOf(other) - badnessOf(one))
  if (error instanceof Error) asideWith.set(error, failed)
  return error
}

const badnessOf = (failure: unknown) => (!isDatabaseFault(failure) ? 2 : isDatabaseAway(failure) ? 1 : 0)

const asideWith = new WeakMap<Error, readonly string[]>()
const mostTold = 20

/** For the log: which items had failed in a run before it threw this error. Not more than twenty. */
export function setAsideBefore(error: unknown): { setAside?: readonly string[] } {
  const ids = error instanceof Error ? asideWith.get(error) : undefined
  return ids?.length ? { setAside: ids.slice(0, mostTold) } : {}
}

/** SQL fragment for a claim: the row is not one that has failed in this run. */
export const isNotSetAside = (id: string, setAside: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(id)} <> all(${setAside}::uuid[])`
