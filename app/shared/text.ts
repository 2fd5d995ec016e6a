/** What people typed is anything that Unicode has; what is kept is what every way out can carry. */

/** Without halves of signs (lone surrogates) and zero characters: PostgreSQL keeps neither, and one would refuse a whole batch. */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

const signs = new Intl.Segmenter('sv', { granularity: 'grapheme' })

/**
 * As many whole signs as there is room for, with three dots when some were left out. A family of seven code points is one
 * sign: cut by the places it takes in memory it would be somebody else, or half a character that no database takes.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  // No more is read than can be shown: a sign may itself be as long as somebody likes to make it.
  for (const { index, segment } of signs.segment(text.slice(0, most * 2))) {
    if (index + segment.length > most - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}…`
}
