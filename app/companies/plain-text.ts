/**
 * "Älvsjö" as typed on a foreign keyboard: lower case, without diacritics. The database has a function of the same name
 * for companies' texts; this one is for the few words that are known in code.
 */
export function plainText(words: string): string {
  return words
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLocaleLowerCase('sv')
}

/** True if `typed` is a prefix of `word`, begins with it ("trädgårdshjälp"), or is within the allowed edit distance. */
export function isNear(typed: string, word: string): boolean {
  if (typed.length < 2) return false
  if (word.startsWith(typed)) return true
  if (word.length >= 4 && typed.startsWith(word)) return true
  const slips = slipsForgiven(Math.min(typed.length, word.length))
  return Math.abs(typed.length - word.length) <= slips && slipsBetween(typed, word) <= slips
}

/** The allowed edit distance. A short word has too many neighbours to tell a typing error from another word. */
function slipsForgiven(length: number): number {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

/** Edit distance: inserted, deleted and changed letters, and swapped neighbours. */
function slipsBetween(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const at = (line: number[], index: number) => line[index] ?? 0
      const change = a[row - 1] === b[column - 1] ? 0 : 1
      let slips = Math.min(at(above, column) + 1, at(current, column - 1) + 1, at(above, column - 1) + change)
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) slips = Math.min(slips, at(before, column - 2) + 1)
      current.push(slips)
    }
    before = above
    above = current
  }
  return above[b.length] ?? 0
}
