import type { BetterAuth } from './auth.server'
import { unlessRefused } from './passwords.server'

/** For programs: a token of ten minutes, and the keys to check it with. */
export type Tokens = {
  publicKeys(): Promise<unknown>
  /** Null without a session. */
  accessToken(headers: Headers): Promise<string | null>
}

export function openTokens(auth: BetterAuth): Tokens {
  return {
    publicKeys: () => auth.api.getJwks(),
    async accessToken(headers) {
      const answer = await unlessRefused(auth.api.getToken({ headers }))
      return answer?.token ?? null
    },
  }
}
