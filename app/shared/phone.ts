import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { keepLast } from './memory/keep-last'

/** Parses a phone number into E.164, as Swedish if no country code is given. Null if it is not a valid number. */
export function parsePhone(text: string): string | null {
  // Numbers copied from contacts and web pages contain invisible direction marks and special spaces.
  const plain = text.replace(/\p{DI}/gu, '').replace(/\p{Zs}/gu, ' ')
  const phone = parsePhoneNumberFromString(plain, { defaultCountry: 'SE', extract: false })
  return phone?.isPossible() && phone.isValid() ? phone.number : null
}

/** "070-123 45 67" for a Swedish number, "+47 22 12 34 56" for a foreign one. */
export const formatPhone = keepLast((e164: string): string => {
  const phone = parsePhoneNumberFromString(e164)
  return (phone?.country === 'SE' ? phone.formatNational() : phone?.formatInternational()) ?? e164
}, 1_000)
