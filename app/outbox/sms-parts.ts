/**
 * Counts the parts that an SMS is sent and billed in. GSM-7 includes å, ä and ö; a single character outside it makes
 * the whole text UCS-2, with less than half as many characters per part.
 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Extension table of GSM-7: an escape and a character, so two places. */
const extended = '^{}\\[~]|€\f'

export type Alphabet = 'gsm7' | 'ucs2'

/** Places in a single-part text, and in each part of a longer one (less, because of the concatenation header). */
const room = { gsm7: { one: 160, many: 153 }, ucs2: { one: 70, many: 67 } } as const

export function alphabetOf(text: string): Alphabet {
  return [...text].every((character) => basic.includes(character) || extended.includes(character)) ? 'gsm7' : 'ucs2'
}

/**
 * The characters outside GSM-7, which force UCS-2 and so more than halve the room: an emoji, a curly quotation mark.
 */
export function wideCharacters(text: string): string[] {
  return [...new Set([...text].filter((character) => !basic.includes(character) && !extended.includes(character)))]
}

export function countParts(text: string): number {
  const alphabet = alphabetOf(text)
  const { one, many } = room[alphabet]
  // Pairs are not split over two parts: an escape and its character, the two surrogates of an emoji.
  const sizes = [...text].map((character) =>
    alphabet === 'gsm7' ? (extended.includes(character) ? 2 : 1) : character.length,
  )
  if (sizes.reduce((sum, size) => sum + size, 0) <= one) return 1
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > many) {
      parts++
      used = 0
    }
    used += size
  }
  return parts
}

/** A hard space, as in a sum or a postcode, is outside GSM-7, and holds nothing together in an SMS. */
export const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
