import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** E.164, with Sweden as the country of a number that names none; null when it is no phone number. */
export function parsePhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text, { defaultCountry: 'SE', extract: false })
  return phone?.isPossible() && phone.isValid() ? phone.number : null
}

/** "070-123 45 67" for a Swedish number, "+47 22 12 34 56" for one from elsewhere. */
export function formatPhone(e164: string): string {
  const phone = parsePhoneNumberFromString(e164)
  if (!phone) return e164
  return phone.country === 'SE' ? phone.formatNational() : phone.formatInternational()
}
