/** A table of reasons as a list to choose from. */
export function optionsOf(reasons: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(reasons).map(([value, words]) => ({
    value,
    label: words.charAt(0).toUpperCase() + words.slice(1),
  }))
}
