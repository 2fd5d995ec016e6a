import { z } from 'zod'
import { anId } from '~/shared/id'
import { type Role, roles } from '~/shared/role'
import type { BetterAuth } from './auth.server'
import { unlessRefused } from './passwords.server'

/** Access tokens for programs: valid for ten minutes, with public keys to verify them. */
export type Claims = { personId: string; sessionId: string; role: Role }

export type Tokens = {
  publicKeys(): Promise<unknown>
  /** A new access token; null without a session. */
  accessToken(headers: Headers): Promise<string | null>
  /**
   * Verifies signature, audience and expiry, and returns the claims; null if invalid. Whether the session still exists
   * has to be asked of the database.
   */
  read(token: string): Promise<Claims | null>
}

const claims = z.object({ sub: anId(), sid: anId(), role: z.enum(roles), exp: z.number() })

export function openTokens(auth: BetterAuth): Tokens {
  return {
    publicKeys: () => auth.api.getJwks(),
    async accessToken(headers) {
      const answer = await unlessRefused(auth.api.getToken({ headers }))
      return answer?.token ?? null
    },
    async read(token) {
      const answer = await unlessRefused(auth.api.verifyJWT({ body: { token } }))
      const read = claims.safeParse(answer?.payload)
      return read.success ? { personId: read.data.sub, sessionId: read.data.sid, role: read.data.role } : null
    },
  }
}
