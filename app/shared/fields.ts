import { z } from 'zod'
import { isDay } from './asked'
import { parsePhone } from './phone'
import { PILOT_POSTCODE } from './product'

/** Fields that many forms have, with the words a person sees when one is not right. */

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u
/**
 * Nothing that anybody could read: spaces of any width, an empty sign of braille, signs that only turn what is around them, that nobody has given a
 * form, or that stand on another.
 */
const invisible = /^[\s\p{C}\p{DI}\p{M}\u2800]*$/u
/** The same before what is seen; marks that stand on nothing among them. */
const unseenFirst = /^[\s\p{DI}\p{M}\u2800]+/u
/** Nobody would see anything of it. */
export const isUnseen = (text: string) => invisible.test(text)
/**
 * Without the signs that turn the words after them round, which somebody else would read as other words: overrides, embeddings and isolates. The plain
 * marks stay, which is what Arabic and Hebrew are typed with; their letters turn by themselves.
 */
export const withoutTurning = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
/** The number as everywhere else, with a space that no line breaks at. */
export const tooLong = (longest: number, what = 'Det') =>
  `${what} får vara högst ${longest.toLocaleString('sv-SE')} tecken`

/** One line of text: spaces at the ends go, control characters are refused, and so is what nobody would see. */
export function line(missing: string, longest: number) {
  return z
    .string({ error: missing })
    .trim()
    .max(longest, tooLong(longest))
    .refine((text) => !isUnseen(text), missing)
    .refine((text) => !lineBreaks.test(text), 'Skriv på en rad, utan radbrytningar')
    .refine((text) => text === withoutTurning(text), 'Ta bort dolda tecken')
}

/**
 * What somebody is called. Its first word stands alone wherever no more is to be told, so it is one that is seen, and a space of another width
 * that was pasted parts it from the next.
 */
export const name = (missing: string, longest: number) =>
  line(missing, longest).transform((typed) => typed.replace(unseenFirst, '').replace(/\s+/g, ' '))

/**
 * Text over several lines, which may be left out; what nobody would see is nothing, and signs that turn words round are left out: who writes at length
 * has pasted them. Browsers send line breaks as CR LF; they are kept as LF.
 */
export function text(longest: number) {
  return z
    .string()
    .default('')
    .transform((typed) => (isUnseen(typed) ? '' : withoutTurning(typed).replace(/\r\n?/g, '\n').trim()))
    .refine((typed) => typed.length <= longest, tooLong(longest))
    .refine((typed) => !/[\p{Cc}]/u.test(typed.replace(/[\n\t]/g, '')), 'Texten har tecken som inte går att visa')
}

/** The same where it has to be there, such as a reason. */
export const paragraph = (missing: string, longest: number) => text(longest).refine((typed) => typed !== '', missing)

/** What was copied may have signs of no form around it, and nobody sees why it is refused. */
export const withoutUnseen = (text: string) => text.replace(/\p{DI}/gu, '')

export const email = z
  .string({ error: 'Fyll i din e-postadress' })
  .overwrite(withoutUnseen)
  .trim()
  .min(1, 'Fyll i din e-postadress')
  .max(254, 'Adressen är för lång för att vara en e-postadress')
  .toLowerCase()
  .pipe(z.email('Skriv en e-postadress, till exempel namn@exempel.se'))

export const newPassword = z
  .string({ error: 'Välj ett lösenord' })
  .min(1, 'Välj ett lösenord')
  .min(6, 'Lösenordet behöver minst 6 tecken')
  .max(128, tooLong(128, 'Lösenordet'))

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
export const guardPhone = phoneOr('required', 'Fyll i väktarens mobilnummer')
export const optionalPhone = phoneOr(null, '')

/** Empty means the pilot area. */
export const postcode = z
  .string()
  .default('')
  .transform((typed) => withoutUnseen(typed).replace(/\s/g, '') || PILOT_POSTCODE)
  .refine((digits) => /^\d{5}$/.test(digits), 'Ett postnummer har fem siffror, till exempel 125 40')

/** A ticked box is sent as "on"; one that is not ticked is not sent at all. */
export function ticked(missing: string) {
  return z.literal('on', { error: missing })
}

/** A box that may be ticked or not. */
export const box = z
  .string()
  .optional()
  .transform((sent) => sent === 'on')

const dayShape = 'Skriv datumet som år, månad och dag, till exempel 2026-11-20'

/** A day that a form or a list's place has. */
export const dayOfOurTime = (message: string) => z.string({ error: message }).refine(isDay, message)

/** A day of the calendar as date fields send it. */
export function day(missing: string) {
  return z.string({ error: missing }).min(1, missing).pipe(dayOfOurTime(dayShape))
}

/** A whole number between two others, as it is written in a field. */
export function whole(least: number, most: number, message: string) {
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
}
