/**
 * What a payment is recognised by: "KV1000017". The last digit checks the others (Luhn), so that a number that was
 * read wrong is nobody's instead of somebody else's.
 */
const pattern = /KV[\s.-]?((?:\d[\s.-]?){6,13}\d)/gi

export function referenceFrom(serial: number): string {
  return `KV${serial}${checkDigit(String(serial))}`
}

/** "KV 100 001 7": in groups that can be read aloud. */
export function formatReference(reference: string): string {
  return `KV ${reference.slice(2).replace(/\B(?=(\d{3})+(?!\d))/g, ' ')}`
}

/**
 * The references that may be meant by what somebody wrote beside a payment, the likeliest first. Other digits may
 * follow with nothing but a space between, so each beginning that checks is one; whether it is a charge, and of
 * that amount, is for the caller to see.
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
