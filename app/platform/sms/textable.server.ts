import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Whether an SMS may be sent to a number at all: an ordinary mobile in one of those countries. Never a premium, shared
 * cost, paging or internet number, nor a satellite phone: whoever owns one is paid for what we send there. Only the
 * largest of the library's tables knows kinds of numbers, so this is for the server.
 */
export function isTextable(e164: string, countries: readonly CountryCode[]): boolean {
  const phone = parsePhoneNumberFromString(e164)
  return phone?.country !== undefined && countries.includes(phone.country) && phone.getType() === 'MOBILE'
}

/** "SE, NO" as the configuration has it; null when it names something else. */
export function countriesIn(text: string): CountryCode[] | null {
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  return codes.every((code) => isSupportedCountry(code)) ? (codes as CountryCode[]) : null
}
