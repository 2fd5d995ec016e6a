import { z } from 'zod'

/** Which pages a hint is for: a person's, a company's, everyone's in a postcode, or the administrators'. */
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

/**
 * A message that something changed, for open pages. Carries no data: a page that receives it runs its loaders again.
 */
export const hint = z.object({
  to: z.array(z.custom<Topic>((given) => typeof given === 'string')),
  about: z.enum(subjects),
})
export type Hint = z.output<typeof hint>
