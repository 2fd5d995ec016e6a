import { z } from 'zod'
import { postcodeStateLabels } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import * as field from '~/shared/fields'

const states = namesOf(postcodeStateLabels)

/** A coordinate as typed, with a comma or a point. May be empty. */
function degrees(most: number, message: string) {
  return z
    .string()
    .default('')
    .transform((typed) => typed.trim().replace(',', '.'))
    .refine(
      (typed) => typed === '' || (/^-?\d{1,3}(\.\d{1,8})?$/.test(typed) && Math.abs(Number(typed)) <= most),
      message,
    )
    .transform((typed) => (typed === '' ? null : Number(typed)))
}

const area = {
  name: field.line('Skriv vad området heter', 100),
  latitude: degrees(90, 'Skriv latituden i grader, till exempel 59,2786'),
  longitude: degrees(180, 'Skriv longituden i grader, till exempel 18,0093'),
}

export const newPostcodeForm = z.object({
  code: z
    .string({ error: 'Skriv postnumret' })
    .transform((typed) => typed.replace(/\s/g, ''))
    .refine((digits) => /^\d{5}$/.test(digits), 'Ett postnummer har fem siffror, till exempel 125 40'),
  ...area,
})

export const postcodeForm = z.object(area)

export const stateForm = z.object({
  state: z.enum(states, { error: 'Välj ett läge' }),
  reason: field.paragraph('Skriv varför', 1000),
})
