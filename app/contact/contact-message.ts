import { z } from 'zod'
import { isUnseen, tooLong, withoutTurning, withoutUnseen } from '~/shared/fields'
import { parseForm } from '~/shared/form'
import type { Outcome } from '~/shared/outcome'
import { CONTACT_LIMITS, type Interest, interests } from './contact-interests'

export type ContactMessage = { name: string; email: string; interest: Interest; message: string }

const controlCharacter = /\p{Cc}/u
// A longer text may contain line breaks and tabs, which are control characters too.
const unreadable = /[^\P{Cc}\n\t]/u

/** A line for mail headers, so it must not contain line breaks (header injection). Reports only the first error. */
function headerLine(words: { missing: string; broken: string; long: string; max: number }) {
  return z
    .string({ error: words.missing })
    .refine((text) => !controlCharacter.test(text), { error: words.broken, abort: true })
    .trim()
    .refine((text) => !isUnseen(text), { error: words.missing, abort: true })
    .max(words.max, { error: words.long, abort: true })
}

const contactForm = z.object({
  name: headerLine({
    missing: 'Skriv ditt namn',
    broken: 'Skriv namnet på en rad, utan radbrytningar',
    long: tooLong(CONTACT_LIMITS.name, 'Namnet'),
    max: CONTACT_LIMITS.name,
  }),
  email: headerLine({
    missing: 'Skriv din e-postadress',
    broken: 'Skriv e-postadressen på en rad, utan radbrytningar',
    long: tooLong(CONTACT_LIMITS.email, 'E-postadressen'),
    max: CONTACT_LIMITS.email,
  })
    .overwrite(withoutUnseen)
    .pipe(z.email({ error: 'Skriv en hel e-postadress, till exempel namn@exempel.se' })),
  interest: z
    .enum(
      interests.map((interest) => interest.value),
      { error: 'Välj vad det gäller' },
    )
    .default('customer'),
  message: z
    .string({ error: 'Skriv meddelandet som text' })
    .default('')
    // Browsers send CRLF but count a line break as one character, so it is counted as one here.
    .transform((text) => withoutTurning(text).replaceAll('\r\n', '\n').trim())
    .refine((text) => !unreadable.test(text), {
      error: 'Meddelandet innehåller tecken som inte går att läsa',
      abort: true,
    })
    .refine((text) => text.length <= CONTACT_LIMITS.message, {
      error: tooLong(CONTACT_LIMITS.message, 'Meddelandet'),
    })
    .transform((text) => (isUnseen(text) ? '' : text)),
})

export function parseContactMessage(values: Record<string, string>): Outcome<ContactMessage> {
  const form = parseForm(contactForm, values, 'Meddelandet är inte skickat')
  return form.ok ? form : { ...form, message: 'Rätta det som är markerat och skicka igen.' }
}
