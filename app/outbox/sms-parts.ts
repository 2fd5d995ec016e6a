/**
 * How many parts an SMS is sent and paid in. The phone's own alphabet (GSM-7) has å, ä and ö; one character
 * outside of it, and the whole text goes in the wide alphabet (UCS-2) with less than half as many to a part.
 */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Written as an escape and a character: two places. */
const extended = '^{}\\[~]|€\f'

export type Alphabet = 'gsm7' | 'ucs2'

/** Places in a text that fits in one part, and in each of several, which also say how they belong together. */
const room = { gsm7: { one: 160, many: 153 }, ucs2: { one: 70, many: 67 } } as const

export function alphabetOf(text: string): Alphabet {
  return [...text].every((character) => basic.includes(character) || extended.includes(character)) ? 'gsm7' : 'ucs2'
}

/** The characters that cost more than half of the room: an emoji, a curly quotation mark. */
export function wideCharacters(text: string): string[] {
  return [...new Set([...text].filter((character) => !basic.includes(character) && !extended.includes(character)))]
}

export function countParts(text: string): number {
  const alphabet = alphabetOf(text)
  const { one, many } = room[alphabet]
  // What belongs together is not torn apart: an escape and its character, the two halves of an emoji.
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
