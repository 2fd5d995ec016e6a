import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { anId } from '~/shared/id'

/**
 * Begins a session for a person who was authenticated by a way the library does not know (a passkey), and renews one.
 * They have no HTTP route; only our own code calls them, after verifying the proof.
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
    /** Replaces the session of the request, as the library does when it turns the second factor on itself. */
    renewSession: createAuthEndpoint.serverOnly({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const now = await getSessionFromCtx(ctx)
      if (!now) throw new APIError('UNAUTHORIZED')
      const session = await internalAdapter.createSession(now.user.id, false, now.session)
      await setSessionCookie(ctx, { session, user: now.user })
      await internalAdapter.deleteSession(now.session.token)
      return ctx.json({ sessionId: session.id })
    }),
  },
} as const
