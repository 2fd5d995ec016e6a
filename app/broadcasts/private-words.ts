/**
 * What a text to hundreds must not carry, as far as a machine can tell. Some of it is refused; some may be right
 * (the address of a meeting) and is shown to whoever sends it, who answers for it with a tick.
 */
export type Finding = { found: string; says: string }

const refusedPatterns: [RegExp, string][] = [
  [/\b(?:19|20)?\d{6}\s?[-+]\s?\d{4}\b/, 'ett personnummer'],
  [/\b\d{1,2}[.,]\d{4,}\s*[,;°NSEW ]+\s*\d{1,3}[.,]\d{4,}/i, 'en position'],
  [/\bport\s?kod(?:en)?\s*(?:är|:)?\s*\d{3,}/i, 'en portkod'],
  [/\blgh\.?\s*\d+/i, 'ett lägenhetsnummer'],
]

const street =
  /\b[A-ZÅÄÖ][\wåäöé]*(?:vägen|gatan|gränden?|stigen|torget|backen|allén?|plan|ringen|väg|gata|slingan|kroken)\s+\d+\s*[A-Za-z]?\b/g

/** What the text carries that is never sent. */
export function findRefused(text: string): Finding[] {
  return refusedPatterns.flatMap(([pattern, says]) => {
    const match = pattern.exec(text)
    return match ? [{ found: match[0].trim(), says }] : []
  })
}

/** Addresses: right for a meeting place, wrong for where somebody lives or something happened. */
export function findAddresses(text: string): string[] {
  return [...new Set([...text.matchAll(street)].map(([found]) => found.trim()))]
}

/** Of people in the neighbourhood: those whose whole name stands in the text. */
export function findNames(text: string, names: string[]): string[] {
  const plain = ` ${plainWords(text).join(' ')} `
  return names.filter((name) => {
    const words = plainWords(name)
    return words.length > 1 && plain.includes(` ${words.join(' ')} `)
  })
}

/** So many words in a row in common are no accident. */
const runLength = 5

/** Whether the text repeats what somebody wrote in an alarm. */
export function repeats(text: string, alarm: string): boolean {
  const words = plainWords(alarm)
  const plain = ` ${plainWords(text).join(' ')} `
  for (let from = 0; from + runLength <= words.length; from++) {
    if (plain.includes(` ${words.slice(from, from + runLength).join(' ')} `)) return true
  }
  return false
}

const plainWords = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
