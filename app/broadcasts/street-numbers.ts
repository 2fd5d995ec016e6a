/** Swedish numerals as far as street numbers go: "sjutton", "tjugo ett", "hundratjugotre". Without accents. */
const units = ['noll', 'ett', 'tva', 'tre', 'fyra', 'fem', 'sex', 'sju', 'atta', 'nio']
const teens = ['tio', 'elva', 'tolv', 'tretton', 'fjorton', 'femton', 'sexton', 'sjutton', 'arton', 'nitton']
const tens = ['tjugo', 'trettio', 'fyrtio', 'femtio', 'sextio', 'sjuttio', 'attio', 'nittio']

const worth = new Map<string, number>([
  ...units.map((word, index) => [word, index] as const),
  ...teens.map((word, index) => [word, 10 + index] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
  ['en', 1],
  ['aderton', 18],
  ['hundra', 100],
])
// Longest first, since "sju" is a prefix of "sjutton".
const words = [...worth.keys()].filter((word) => word !== 'noll').sort((one, other) => other.length - one.length)

/** A number after a street name: digits or numerals. */
export const numberPattern = `(?:\\p{N}+|(?:(?:${words.join('|')})(?:[\\s-]|och)*)+)`

/** "17", "sjutton" and "⑰" are the same number. 0 if it is none. */
export function numberFrom(written: string): number {
  const figures = written.match(/\d+/)
  if (figures) return Number(figures[0])
  let sum = 0
  for (const [word] of written.matchAll(new RegExp(words.join('|'), 'g'))) {
    const value = worth.get(word) ?? 0
    sum = value === 100 ? Math.max(sum, 1) * 100 : sum + value
  }
  return sum
}
