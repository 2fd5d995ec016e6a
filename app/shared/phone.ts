import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Parses a phone number into E.164, as Swedish if no country code is given. Null if it is not a valid number. */
export function parsePhone(text: string): string | null {
  // Numbers copied from contacts and web pages contain invisible direction marks and special spaces.
  const plain = text.replace(/\p{DI}/gu, '').replace(/\p{Zs}/gu, ' ')
  const phone = parsePhoneNumberFromString(plain, { defaultCountry: 'SE', extract: false })
  return phone?.isPossible() && phone.isValid() ? phone.number : null
}

const shown = new Map<string, string>()
const mostShown = 1_000

/**
 * "070-123 45 67" for a Swedish number, "+47 22 12 34 56" for a foreign one. Cached, since pages show the same few
 * numbers repeatedly, and formatting one takes as long as rendering a booking.
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
