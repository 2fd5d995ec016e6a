import { z } from 'zod'
import { isId } from '~/shared/asked'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { weeksFrom } from '../repeat/rhythm'
import { MOST_MORE, visitMessages } from '../visit/visit'
import { messages } from './refusal-words'

const optionalText = (longest: number) => field.text(longest).transform((text) => text || null)

const more = z
  .string()
  .default('')
  .transform((typed) => typed.split(' ').filter(Boolean))
  .refine((ids) => ids.length <= MOST_MORE, visitMessages.tooMany)
  .refine((ids) => ids.every(isId), visitMessages.gone)

const ticked = z
  .string()
  .optional()
  .transform((box) => box === 'on')

const bookingForm = z.object({
  key: anId({ error: messages.gone }),
  service: anId({ error: messages.gone }),
  /** Further services for the same visit, in their order (../visit). */
  also: more,
  start: z.iso.datetime({ error: messages.start }).transform((text) => Date.parse(text)),
  /** The terms that stood on the page (seen-terms.ts). */
  seen: z.string().max(300).default(''),
  address: optionalText(300),
  phone: field.optionalPhone,
  note: field.text(1000),
  /** How often it comes again, if it does (../repeat): whether on holidays too, and the days that stood on the page. */
  weeks: z.string().optional().transform(weeksFrom),
  holidays: ticked,
  days: z.string().max(200).default(''),
  /** The job may begin within the time to withdraw (../withdrawal.ts). */
  early: ticked,
})

export type BookingForm = z.output<typeof bookingForm>

/**
 * What a member sends. A company, a state or a customer in it are nothing that is read, and a price only what they saw:
 * it is compared with the one that holds.
 */
export function parseBooking(values: Record<string, string>): Outcome<BookingForm> {
  const { title, message } = messages.required
  if (!values.service || !values.day)
    return refused(title, { fields: { [values.service ? 'day' : 'service']: message } })
  const read = bookingForm.safeParse(values)
  if (read.success) return accepted(read.data)
  const fields: Record<string, string> = {}
  for (const issue of read.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message
  // No form of ours is without these two, so there is no field of theirs to say it at.
  const { key, service, ...shown } = fields
  return refused(messages.failed, { message: key ?? service ?? '', fields: shown })
}
