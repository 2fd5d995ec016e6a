import { z } from 'zod'
import { isDay } from './asked'
import { PILOT_POSTCODE } from './product'

/** Zod schemas for fields that many forms have, with their Swedish error messages. */

const lineBreaks = /[\p{Cc}\p{Zl}\p{Zp}]/u
/**
 * Matches text without anything visible: spaces of any width, the blank Braille pattern, invisible control and
 * formatting characters, unassigned characters, and combining marks.
 */
const invisible = /^[\s\p{C}\p{DI}\p{M}\u2800]*$/u
/** Invisible characters at the start of a text, including combining marks without a base. */
const unseenFirst = /^[\s\p{DI}\p{M}\u2800]+/u
/** Whether no character of the text is visible. */
export const isUnseen = (text: string) => invisible.test(text)
/**
 * Removes bidirectional overrides, embeddings and isolates, which can make a text read as another (spoofing). Keeps the
 * plain direction marks, which Arabic and Hebrew need for typing.
 */
export const withoutTurning = (text: string) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
/** The limit is formatted in Swedish, with a no-break space. */
export const tooLong = (longest: number, what = 'Det') =>
  `${what} får vara högst ${longest.toLocaleString('sv-SE')} tecken`

/**
 * One line of text. Trims; refuses control characters (line breaks too), bidirectional controls, and text without
 * anything visible.
 */
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
 * A person's name. The first word is often shown alone, so it must be visible; other kinds of pasted spaces become
 * plain ones.
 */
export const name = (missing: string, longest: number) =>
  line(missing, longest).transform((typed) => typed.replace(unseenFirst, '').replace(/\s+/g, ' '))

/**
 * Optional text over several lines. Invisible text counts as empty. Bidirectional controls are removed, not refused, as
 * long texts are often pasted. Line breaks (CR LF from browsers) are stored as LF.
 */
export function text(longest: number) {
  return z
    .string()
    .default('')
    .transform((typed) => (isUnseen(typed) ? '' : withoutTurning(typed).replace(/\r\n?/g, '\n').trim()))
    .refine((typed) => typed.length <= longest, tooLong(longest))
    .refine((typed) => !/[\p{Cc}]/u.test(typed.replace(/[\n\t]/g, '')), 'Texten har tecken som inte går att visa')
}

/** Like `text`, but required, such as a reason. */
export const paragraph = (missing: string, longest: number) => text(longest).refine((typed) => typed !== '', missing)

/** Removes invisible characters that a copied value may contain: the person could not see why it is refused. */
export const withoutUnseen = (text: string) => text.replace(/\p{DI}/gu, '')

export const emailOr = (missing: string) =>
  z
    .string({ error: missing })
    .overwrite(withoutUnseen)
    .trim()
    .min(1, missing)
    .max(254, 'Adressen är för lång för att vara en e-postadress')
    .toLowerCase()
    .pipe(z.email('Skriv en e-postadress, till exempel namn@exempel.se'))

export const email = emailOr('Fyll i din e-postadress')

export const newPassword = z
  .string({ error: 'Välj ett lösenord' })
  .min(1, 'Välj ett lösenord')
  .min(6, 'Lösenordet behöver minst 6 tecken')
  .max(128, tooLong(128, 'Lösenordet'))

/** An existing password, to be compared: its strength is not validated. */
export const password = z
  .string({ error: 'Fyll i ditt lösenord' })
  .min(1, 'Fyll i ditt lösenord')
  .max(128, 'Fel lösenord')

/** Empty means the pilot area. */
export const postcode = z
  .string()
  .default('')
  .transform((typed) => withoutUnseen(typed).replace(/\s/g, '') || PILOT_POSTCODE)
  .refine((digits) => /^\d{5}$/.test(digits), 'Ett postnummer har fem siffror, till exempel 125 40')

/** A checkbox that must be ticked. Browsers send "on", or nothing if it is not ticked. */
export function ticked(missing: string) {
  return z.literal('on', { error: missing })
}

/** An optional checkbox, as a boolean. */
export const box = z
  .string()
  .optional()
  .transform((sent) => sent === 'on')

const dayShape = 'Skriv datumet som år, månad och dag, till exempel 2026-11-20'

/** A date from a form, or in a list's cursor. */
export const dayOfOurTime = (message: string) => z.string({ error: message }).refine(isDay, message)

/** A date from a date field. */
export function day(missing: string) {
  return z.string({ error: missing }).min(1, missing).pipe(dayOfOurTime(dayShape))
}

/** A whole number between two limits. */
export function whole(least: number, most: number, message: string) {
  return z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
}

/**
 * For a rule about several fields: it is checked as soon as these are right, whatever is wrong with the others. Without
 * it zod checks such a rule last, and whoever has mended all other faults is shown one more.
 */
export function whenRight(...names: string[]) {
  return { when: ({ issues }: z.core.ParsePayload) => !issues.some(({ path }) => names.includes(String(path?.[0]))) }
}
