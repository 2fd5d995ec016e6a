import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * Whether SMS may be sent to a number: only ordinary mobiles in the given countries. Toll fraud: the owner of a
 * premium, shared-cost, paging, VoIP or satellite number earns from each SMS we send there. Only the library's largest
 * metadata knows number types, so this is for the server only.
 */
export function isTextable(e164: string, countries: readonly CountryCode[]): boolean {
  const phone = parsePhoneNumberFromString(e164)
  return phone?.country !== undefined && countries.includes(phone.country) && phone.getType() === 'MOBILE'
}

/** Parses the configuration's "SE, NO"; null if a code is not supported. */
export function countriesIn(text: string): CountryCode[] | null {
  const codes = text.split(',').map((code) => code.trim().toUpperCase())
  return codes.every((code) => isSupportedCountry(code)) ? (codes as CountryCode[]) : null
}
