const minuteMs = 60_000

/**
 * The phase of each chore in milliseconds after the start, by its interval. Chores with an interval of a minute or more
 * each get a second of the minute to themselves, and those with equal intervals are spread over their interval, so that
 * no two begin together. Chores that all began at the full hour delayed alarms pressed just then on the same thread.
 */
export function phasesOf<Name extends string>(rounds: readonly (readonly [Name, number])[]): Map<Name, number> {
  const seldom = rounds.filter(([, every]) => every >= minuteMs)
  const ofItsOwn = new Map(seldom.map(([name], place) => [name, Math.floor((minuteMs * place) / seldom.length)]))
  const kinds = [...Map.groupBy(rounds, ([, every]) => every)]
  return new Map(
    kinds.flatMap(([every, those]) =>
      those.map(([name], place): [Name, number] => {
        const share = (every * place) / those.length
        const own = ofItsOwn.get(name)
        return [name, own === undefined ? Math.round(share) : Math.floor(share / minuteMs) * minuteMs + own]
      }),
    ),
  )
}

export type Turns = { again(): void; whenDone(): Promise<void> }

/**
 * Runs one at a time, however long a run takes. Ticks during a run collapse into a single further run: what a hanging
 * database held up for an hour is not repeated many times when it answers again.
 */
export function inTurns(run: () => Promise<void>): Turns {
  let running: Promise<void> = Promise.resolve()
  let isWaiting = false
  return {
    again() {
      if (isWaiting) return
      isWaiting = true
      running = running.then(() => {
        isWaiting = false
        return run()
      })
    },
    whenDone: () => running,
  }
}
