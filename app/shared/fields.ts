import { z } from 'zod'
import { parsePhone } from './phone'
import { PILOT_POSTCODE } from './product'

/** Fields that many forms have, with the words a person sees when one is not right. */

const lineBreaks = /[\p{Cc}]/u

/** One line of text: spaces at the ends go, control characters are refused. */
export function line(missing: string, longest: number) {
  return z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(longest, `Det får vara högst ${longest} tecken`)
    .refine((text) => !lineBreaks.test(text), 'Skriv på en rad, utan radbrytningar')
}

/** Several lines of text, such as a reason. */
export function paragraph(missing: string, longest: number) {
  return z.string({ error: missing }).trim().min(1, missing).max(longest, `Det får vara högst ${longest} tecken`)
}

export const email = z
  .string({ error: 'Fyll i din e-postadress' })
  .trim()
  .min(1, 'Fyll i din e-postadress')
  .max(254, 'Adressen är för lång för att vara en e-postadress')
  .toLowerCase()
  .pipe(z.email('Skriv en e-postadress, till exempel namn@exempel.se'))

export const newPassword = z
  .string({ error: 'Välj ett lösenord' })
  .min(1, 'Välj ett lösenord')
  .min(6, 'Lösenordet behöver minst 6 tecken')
  .max(128, 'Lösenordet får vara högst 128 tecken')

/** A password that exists already is compared, not judged. */
export const password = z
  .string({ error: 'Fyll i ditt lösenord' })
  .min(1, 'Fyll i ditt lösenord')
  .max(128, 'Fel lösenord')

function phoneOr<Empty>(empty: Empty | 'required', missing: string) {
  return z
    .string()
    .trim()
    .max(40, 'Numret är för långt för att vara ett telefonnummer')
    .default('')
    .transform((typed, context) => {
      if (typed === '' && empty !== 'required') return empty
      const phone = typed === '' ? null : parsePhone(typed)
      if (phone === null) {
        context.addIssue(typed === '' ? missing : 'Skriv ett telefonnummer, till exempel 070-123 45 67')
        return z.NEVER
      }
      return phone
    })
}

export const phone = phoneOr('required', 'Fyll i ditt mobilnummer')
export const companyPhone = phoneOr('required', 'Fyll i företagets telefonnummer')
export const optionalPhone = phoneOr(null, '')

/** Empty means the pilot area. */
export const postcode = z
  .string()
  .default('')
  .transform((typed) => typed.replace(/\s/g, '') || PILOT_POSTCODE)
  .refine((digits) => /^\d{5}$/.test(digits), 'Ett postnummer har fem siffror, till exempel 125 40')

/** A ticked box is sent as "on"; one that is not ticked is not sent at all. */
export function ticked(missing: string) {
  return z.literal('on', { error: missing })
}
