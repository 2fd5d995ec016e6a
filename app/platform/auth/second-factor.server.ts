import type { BetterAuth } from './auth.server'
import { unlessRefused } from './passwords.server'

export type Enrolment = { uri: string; recoveryCodes: string[] }

/**
 * Two-factor authentication with an authenticator app. Null stands for a wrong password. The caller confirms the
 * enrolment (`confirmApp`), in one transaction with what follows from it.
 */
export type SecondFactor = {
  /** Begins the enrolment. Login asks for no code until the enrolment is confirmed. */
  enrol(headers: Headers, password: string): Promise<Enrolment | null>
  renewRecoveryCodes(headers: Headers, password: string): Promise<string[] | null>
  /**
   * How many recovery codes are left; null if none were ever issued. Decrypts them for counting and does not return
   * them.
   */
  countRecoveryCodes(personId: string): Promise<number | null>
}

export function openSecondFactor(auth: BetterAuth): SecondFactor {
  return {
    async enrol(headers, password) {
      const begun = await unlessRefused(auth.api.enableTwoFactor({ body: { password }, headers }))
      return begun && 'totpURI' in begun ? { uri: begun.totpURI, recoveryCodes: begun.backupCodes } : null
    },
    async renewRecoveryCodes(headers, password) {
      const answer = await unlessRefused(auth.api.generateBackupCodes({ body: { password }, headers }))
      if (answer) return answer.backupCodes
      // A person whose second step is a passkey has no row for recovery codes yet. Beginning an enrolment creates it.
      return (await this.enrol(headers, password))?.recoveryCodes ?? null
    },
    async countRecoveryCodes(personId) {
      const opened = await unlessRefused(auth.api.viewBackupCodes({ body: { userId: personId } }))
      return opened?.backupCodes.length ?? null
    },
  }
}
