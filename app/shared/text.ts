/** Input can be any Unicode; stored text must be what every channel can carry. */

/**
 * Removes NUL characters and replaces lone surrogates. PostgreSQL refuses both, and one such value would fail a whole
 * batch.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed().replaceAll('\0', '')
}

const signs = new Intl.Segmenter('sv', { granularity: 'grapheme' })

/**
 * Truncates to whole grapheme clusters, with an ellipsis. An emoji family of seven code points is one grapheme: cut by
 * code units it would become another person, or half a surrogate pair, which no database accepts.
 */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  let end = 0
  // Segments only as much as can be shown, because a single grapheme can be made arbitrarily long.
  for (const { index, segment } of signs.segment(text.slice(0, most * 2))) {
    if (index + segment.length > most - 1) break
    end = index + segment.length
  }
  return `${text.slice(0, end)}…`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for HTML content and attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
