import { z } from 'zod'
import { anId } from '~/shared/id'
import { type Role, roles } from '~/shared/role'
import type { BetterAuth } from './auth.server'
import { unlessRefused } from './passwords.server'

/** For programs: a token of ten minutes, and the keys to check it with. */
export type Claims = { personId: string; sessionId: string; role: Role }

export type Tokens = {
  publicKeys(): Promise<unknown>
  /** Null without a session. */
  accessToken(headers: Headers): Promise<string | null>
  /** What a token says, if we signed it, for us, and it is not too old. Whether that still holds, the database knows. */
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
