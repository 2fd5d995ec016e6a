import { z } from 'zod'
import type { Enrolment } from '~/platform/auth/second-factor.server'
import { drawQr, type QrPicture } from '~/ui/marks/qr-picture'

/** What a person needs to see to put their account in an authenticator app. */
export type EnrolmentShown = Enrolment & { secret: string; picture: QrPicture }

export function showEnrolment(enrolment: Enrolment): EnrolmentShown {
  const secret = new URL(enrolment.uri).searchParams.get('secret') ?? ''
  // In groups of four, as one reads it aloud to oneself while typing; apps ignore the spaces.
  return { ...enrolment, secret: secret.match(/.{1,4}/g)?.join(' ') ?? '', picture: drawQr(enrolment.uri) }
}

/**
 * A wrong code must not cost the picture that is just being scanned, without JavaScript either, so the form
 * that asks for the code carries what the page showed and gets it back. It need not be signed: only our own
 * pages can post it (server/http), so it is the person's own enrolment or one they made up for themselves,
 * and it is shown to them and nobody else. The code is checked against what the database has.
 */
const sentBack = z.object({
  uri: z.string().max(2_000).startsWith('otpauth://totp/'),
  recoveryCodes: z
    .string()
    .max(500)
    .regex(/^[a-z0-9]{5}-[a-z0-9]{5}( [a-z0-9]{5}-[a-z0-9]{5})*$/)
    .transform((text) => text.split(' ')),
})

/** The enrolment that a form carried back, to show it again; null when it carries none. */
export function enrolmentSentBack(values: Record<string, string>): EnrolmentShown | null {
  const read = sentBack.safeParse(values)
  return read.success ? showEnrolment(read.data) : null
}
