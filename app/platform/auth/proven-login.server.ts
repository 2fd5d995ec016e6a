import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { anId } from '~/shared/id'

/**
 * Begins a session for a person who was authenticated by a way the library does not know: a passkey. It has no HTTP
 * route; only our own code calls it, after verifying the proof.
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
