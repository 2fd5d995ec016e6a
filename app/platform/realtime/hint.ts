import { z } from 'zod'

/** Whose pages: a person's, a company's, everyone's in a postcode, the administrators'. */
export type Topic = `person:${string}` | `company:${string}` | `postcode:${string}` | 'admin'

const subjects = [
  'bookings',
  'alarms',
  'patrols',
  'points',
  'reviews',
  'payments',
  'messages',
  'notices',
  'work',
] as const
export type Subject = (typeof subjects)[number]

/** That something changed, for those who may be looking at it. It carries no data: a page that hears it asks again. */
export const hint = z.object({
  to: z.array(z.custom<Topic>((given) => typeof given === 'string')),
  about: z.enum(subjects),
})
export type Hint = z.output<typeof hint>
