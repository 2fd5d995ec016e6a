import { createEmailVerificationToken } from 'better-auth/api'
import { type AuthMail, type BetterAuth, verificationLinkLife } from './auth.server'
import { unlessRefused } from './passwords.server'

export type Emails = {
  /** Sends a link to the address of an account, unless it is confirmed already. */
  sendVerification(email: string): Promise<void>
  /** False when the link is too old, or none of ours. */
  verify(token: string): Promise<boolean>
}

export function openEmails(auth: BetterAuth, mail: AuthMail): Emails {
  return {
    // The library's own function is for visitors, and hides behind half a second whether there is such an
    // account. This runs behind a queue, where nobody measures and everybody waits.
    async sendVerification(email) {
      const { internalAdapter, secret } = await auth.$context
      const found = await internalAdapter.findUserByEmail(email)
      if (!found || found.user.emailVerified) return
      const token = await createEmailVerificationToken(secret, email, undefined, verificationLinkLife)
      await mail.verification(found.user, token)
    },

    async verify(token) {
      return (await unlessRefused(auth.api.verifyEmail({ query: { token } }))) !== null
    },
  }
}
