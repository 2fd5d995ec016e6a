/**
 * A payment reference: "KV1000017". The last digit is a Luhn check digit, so a misread reference is invalid instead of
 * somebody else's.
 */
const pattern = /KV[\s.-]?((?:\d[\s.-]?){6,13}\d)/gi

export function referenceFrom(serial: number): string {
  return `KV${serial}${checkDigit(String(serial))}`
}

/** "KV 1 000 017": in groups that can be read aloud. */
export function formatReference(reference: string): string {
  return `KV ${reference.slice(2).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')}`
}

/**
 * References that the text of a payment may mean, likeliest first. Other digits may follow after just a space, so every
 * prefix with a valid check digit counts. The caller checks whether a charge with that reference and amount exists.
 */
export function referencesIn(text: string): string[] {
  const found = [...text.matchAll(pattern)].map(([, digits = '']) => digits.replace(/\D/g, ''))
  return [...new Set(found.flatMap(beginningsThatCheck))].map((digits) => `KV${digits}`)
}

const shortest = 7

function beginningsThatCheck(digits: string): string[] {
  const lengths = Array.from({ length: digits.length - shortest + 1 }, (_, step) => digits.length - step)
  return lengths
    .map((length) => digits.slice(0, length))
    .filter((tried) => tried.at(-1) === String(checkDigit(tried.slice(0, -1))))
}

function checkDigit(digits: string): number {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}
