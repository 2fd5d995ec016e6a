/** More than a list or a booking's letters have of different values. */
const usualMost = 200

/**
 * A function with a cache (memoization) of the values that it was last given, for pure functions that Intl or a library
 * makes slow: a list or a letter formats the same few moments, sums and numbers again and again. Marked as free of side
 * effects, so that a page's script leaves out those that it does not use.
 */
/* @__NO_SIDE_EFFECTS__ */
export function keepLast<Given extends string | number, Made>(
  make: (given: Given) => Made,
  most = usualMost,
): (given: Given) => Made {
  const kept = new Map<Given, Made>()
  return (given) => {
    const before = kept.get(given)
    if (before !== undefined) return before
    const made = make(given)
    if (kept.size >= most) kept.clear()
    kept.set(given, made)
    return made
  }
}
