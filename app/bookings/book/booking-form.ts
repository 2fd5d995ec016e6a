import { z } from 'zod'
import { isId } from '~/shared/asked'
import * as field from '~/shared/fields'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { optionalPhone } from '~/shared/phone-fields'
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
  /** Ids of further services in the same visit, in their order (../visit). */
  also: more,
  start: z.iso.datetime({ error: messages.start }).transform((text) => Date.parse(text)),
  /** The terms that the page showed (seen-terms.ts). */
  seen: z.string().max(300).default(''),
  address: optionalText(300),
  phone: optionalPhone,
  note: field.text(1000),
  /**
   * The rhythm of a series in weeks, if the booking repeats (../repeat). `holidays`: also on public holidays. `days`:
   * the dates that the page showed.
   */
  weeks: z.string().optional().transform(weeksFrom),
  holidays: ticked,
  days: z.string().max(200).default(''),
  /** The member agrees that the job may begin within the withdrawal period (../withdrawal.ts). */
  early: ticked,
})

export type BookingForm = z.output<typeof bookingForm>

/**
 * Parses the form of a booking. Company, state and customer are never read from it. The price is only what the member
 * saw: it is compared with the current one, never charged.
 */
export function parseBooking(values: Record<string, string>): Outcome<BookingForm> {
  const { title, message } = messages.required
  if (!values.service || !values.day)
    return refused(title, { fields: { [values.service ? 'day' : 'service']: message } })
  const read = bookingForm.safeParse(values)
  if (read.success) return accepted(read.data)
  const fields: Record<string, string> = {}
  for (const issue of read.error.issues) fields[String(issue.path[0] ?? '')] ??= issue.message
  // Hidden fields of our own form: errors in them have no visible field, so they become the message of the form.
  const { key, service, ...shown } = fields
  return refused(messages.failed, { message: key ?? service ?? '', fields: shown })
}
