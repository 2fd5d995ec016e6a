/**
 * What the company's sign-up form is opened with, so that 'Tipsad av' is filled in. A number from here is
 * written the way the company would have typed it.
 */
export function signUpQuery(phone: string): string {
  return new URLSearchParams({ role: 'company', ref: phone.replace(/^\+46/, '0') }).toString()
}
