import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** E.164, with Sweden as the country of a number that names none; null when it is no phone number. */
export function parsePhone(text: string): string | null {
  // As lists of contacts and web pages have it: with signs that turn it round, and spaces of their own.
  const plain = text.replace(/\p{DI}/gu, '').replace(/\p{Zs}/gu, ' ')
  const phone = parsePhoneNumberFromString(plain, { defaultCountry: 'SE', extract: false })
  return phone?.isPossible() && phone.isValid() ? phone.number : null
}

const shown = new Map<string, string>()
const mostShown = 1_000

/**
 * "070-123 45 67" for a Swedish number, "+47 22 12 34 56" for one from elsewhere. Kept, since a page names the same few again and
 * again, and one takes as long to work out as a booking takes to draw.
 */
export function formatPhone(e164: string): string {
  if (shown.size >= mostShown) shown.clear()
  const before = shown.get(e164)
  if (before !== undefined) return before
  const phone = parsePhoneNumberFromString(e164)
  const written = (phone?.country === 'SE' ? phone.formatNational() : phone?.formatInternational()) ?? e164
  shown.set(e164, written)
  return written
}
