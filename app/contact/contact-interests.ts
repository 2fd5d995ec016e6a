/*
 * What the contact form shows and contact-message.ts checks. Apart from the check, so that the page does
 * not bring the validation library to the browser.
 */

/** Whom a message comes from, in the order the form shows them. */
export const interests = [
  { value: 'customer', label: 'Privatperson' },
  { value: 'business', label: 'Företag' },
  { value: 'ambassador', label: 'Ambassadör' },
  { value: 'municipality', label: 'Kommun' },
] as const

export type Interest = (typeof interests)[number]['value']

export const CONTACT_LIMITS = { name: 120, email: 254, message: 5000 } as const

export function interestLabel(value: string): string {
  return interests.find((interest) => interest.value === value)?.label ?? value
}
