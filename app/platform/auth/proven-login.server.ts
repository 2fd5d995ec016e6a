import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { anId } from '~/shared/id'

/**
 * Begins a session for somebody who has proven who they are by a way that the library does not know: a passkey.
 * No address leads here; only our own code calls it, when the proof is there.
 */
export const provenLogin = {
  id: 'proven-login',
  endpoints: {
    beginProvenSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ personId: anId() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.personId)
        if (!user) throw new APIError('UNAUTHORIZED')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json({ sessionId: session.id })
      },
    ),
  },
} as const
