/* The contact form's choices, apart from their validation (contact-message.ts), so that the page does not bring the
   validation library to the browser. */

/** Who a message comes from, in the form's order. */
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
