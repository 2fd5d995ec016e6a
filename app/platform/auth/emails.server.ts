import type { BetterAuth } from './auth.server'
import { unlessRefused } from './passwords.server'

export type Emails = {
  sendVerification(headers: Headers, email: string): Promise<void>
  /** False when the link is too old. With a link of `requestChange` the address changes with it. */
  verify(headers: Headers, token: string): Promise<boolean>
  /** Sends a link to the new address; the old one stays until it has been followed. */
  requestChange(headers: Headers, newEmail: string): Promise<void>
}

export function openEmails(auth: BetterAuth): Emails {
  return {
    async sendVerification(headers, email) {
      await unlessRefused(auth.api.sendVerificationEmail({ body: { email }, headers }))
    },
    async verify(headers, token) {
      return (await unlessRefused(auth.api.verifyEmail({ query: { token }, headers }))) !== null
    },
    async requestChange(headers, newEmail) {
      await unlessRefused(auth.api.changeEmail({ body: { newEmail }, headers }))
    },
  }
}
