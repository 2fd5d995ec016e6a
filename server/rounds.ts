/**
 * When each goes its round, in milliseconds after the start, by how often in the same: those that come equally often share their time, and each kind begins
 * a little after the one before, so that no two begin together. What all began at the full hour was in the way of whoever pressed
 * just then, on the same thread.
 */
export function phasesOf<Name extends string>(rounds: readonly (readonly [Name, number])[]): Map<Name, number> {
  const kinds = [...Map.groupBy(rounds, ([, every]) => every)].sort(([one], [other]) => one - other)
  return new Map(
    kinds.flatMap(([every, those], kind) =>
      those.map(([name], place): [Name, number] => [
        name,
        Math.round((every * (place + kind / kinds.length)) / those.length),
      ]),
    ),
  )
}
