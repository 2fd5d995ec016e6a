import { isAPIError } from 'better-auth/api'
import type { BetterAuth } from './auth.server'

export type Passwords = {
  /** Ends every other session and renews this one. Null if the present password is wrong. */
  change(headers: Headers, present: string, next: string): Promise<string[] | null>
  isPresent(headers: Headers, password: string): Promise<boolean>
}

export function openPasswords(auth: BetterAuth): Passwords {
  return {
    async change(headers, present, next) {
      const body = { currentPassword: present, newPassword: next, revokeOtherSessions: true }
      const changed = await unlessRefused(auth.api.changePassword({ body, headers, returnHeaders: true }))
      return changed?.headers.getSetCookie() ?? null
    },

    async isPresent(headers, password) {
      return (await unlessRefused(auth.api.verifyPassword({ body: { password }, headers }))) !== null
    },
  }
}

/** Returns null for a refusal (4xx) and rethrows faults. The library throws for both. */
export async function unlessRefused<Answer>(call: Promise<Answer>): Promise<Answer | null> {
  try {
    return await call
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null
    throw error
  }
}
