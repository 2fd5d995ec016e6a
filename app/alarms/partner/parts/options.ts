/** Turns a table of reasons into select options. */
export function optionsOf(reasons: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(reasons).map(([value, words]) => ({
    value,
    label: words.charAt(0).toUpperCase() + words.slice(1),
  }))
}
