/**
 * Background colours for a company without a logo, from houses in Älvsjö. The letters are `MONOGRAM_INK` in both
 * themes; the test checks a contrast of 5.6 to 1 for every pair.
 */
export const monogramGrounds = [
  '#17513f', // spruce
  '#7c2f22', // Falu red
  '#2d4a6b', // dusk
  '#6b3a5b', // lilac hedge
  '#6a4a12', // ochre in shade
  '#35592b', // moss
  '#4a4560', // slate
  '#1d5560', // tram
] as const

export const MONOGRAM_INK = '#fbf7ef'

export function monogramGround(name: string): string {
  let sum = 0
  for (const letter of name.trim().toLocaleLowerCase('sv')) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return monogramGrounds[sum % monogramGrounds.length] ?? monogramGrounds[0]
}

const companyForms = /^(ab|hb|kb|ek|för|i|och|&|the)$/i

/** "Lind Städ & Hem AB" gives "LS": the initials of the first two words, without legal forms and conjunctions. */
export function initials(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}|\p{N}/u.test(word))
  const telling = words.filter((word) => !companyForms.test(word))
  return (telling.length > 0 ? telling : words)
    .slice(0, 2)
    .map((word) => [...word].find((letter) => /\p{L}|\p{N}/u.test(letter)) ?? '')
    .join('')
    .toLocaleUpperCase('sv')
}
