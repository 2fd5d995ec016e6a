/**
 * The query string that opens the company's sign-up form with 'Tipsad av' filled in. The number is written as a Swede
 * would type it (0 instead of +46).
 */
export function signUpQuery(phone: string): string {
  return new URLSearchParams({ role: 'company', ref: phone.replace(/^\+46/, '0') }).toString()
}
