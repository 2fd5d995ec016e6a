const minuteMs = 60_000

/**
 * When each goes its round, in milliseconds after the start, by how often in the same. Each of those that come once a minute or more seldom has a second of the
 * minute to itself, and those that come equally often share their minutes: no two begin together, whatever their minutes are. What all began
 * at the full hour was in the way of whoever pressed just then, on the same thread.
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
 * One run after the other, however long one takes. What comes round meanwhile is one run and not many: what a silent database has held up for an
 * hour is not caught up with when it answers again.
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
