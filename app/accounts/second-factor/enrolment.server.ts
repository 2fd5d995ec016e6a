import { z } from 'zod'
import type { Enrolment } from '~/platform/auth/second-factor.server'
import { drawQr, type QrPicture } from '~/ui/marks/qr-picture'

/** What a person needs to add the account to an authenticator app. */
export type EnrolmentShown = Enrolment & { secret: string; picture: QrPicture }

export function showEnrolment(enrolment: Enrolment): EnrolmentShown {
  const secret = new URL(enrolment.uri).searchParams.get('secret') ?? ''
  // In groups of four, for reading while typing. Authenticator apps ignore the spaces.
  return { ...enrolment, secret: secret.match(/.{1,4}/g)?.join(' ') ?? '', picture: drawQr(enrolment.uri) }
}

/**
 * The enrolment as the code form posts it back, so that a wrong code does not lose the QR code, also without
 * JavaScript. It need not be signed: only our own pages can post it (CSRF check in server/http), and it is shown to
 * nobody but the person who sent it. The code is checked against the secret in the database.
 */
const sentBack = z.object({
  uri: z.string().max(2_000).startsWith('otpauth://totp/'),
  recoveryCodes: z
    .string()
    .max(500)
    .regex(/^[a-z0-9]{5}-[a-z0-9]{5}( [a-z0-9]{5}-[a-z0-9]{5})*$/)
    .transform((text) => text.split(' ')),
})

/** The enrolment that the form posted back. Null if there is none or it is malformed. */
export function enrolmentSentBack(values: Record<string, string>): EnrolmentShown | null {
  const read = sentBack.safeParse(values)
  return read.success ? showEnrolment(read.data) : null
}
