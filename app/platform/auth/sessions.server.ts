import { isAPIError } from 'better-auth/api'
import { type MemberStatus, memberStatuses, type Role, roleFrom } from '~/shared/role'
import type { Database } from '../database/database.server'
import { DatabaseAway } from '../database/errors.server'
import type { Log } from '../log.server'
import type { BetterAuth } from './auth.server'
import { type AuthSecrets, sessionNamed, signAnew, signedSession } from './auth-secrets.server'
import { unlessRefused } from './passwords.server'
import { readSession } from './session/session-store.server'

/** The person behind a request, from the session and the profile; never from a form. */
export type Person = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  phone: string | null
  postcode: string
  role: Role
  memberStatus: MemberStatus | null
  twoFactorEnabled: boolean
}

export type SignedIn = {
  sessionId: string
  startedAt: Date
  /** Last use, accurate to the hour. */
  usedAt: Date
  /** When the password was last re-entered in this session. */
  confirmedAt: Date | null
  /** The client address of this request, for the audit log of administrators' actions. */
  address: string
  person: Person
}

export type SignInAnswer =
  | { kind: 'signed in'; cookies: string[]; personId: string }
  | { kind: 'second factor needed'; cookies: string[] }
  | { kind: 'wrong' }

export type Begun = { sessionId: string; cookies: string[] }

export type Sessions = {
  /**
   * The token of a session cookie with a valid signature. Does not query the database: the session may have ended, but
   * the token cannot be forged.
   */
  holder(headers: Headers): string | null
  /**
   * The session and person of a request. If an older secret signed the cookie, these headers are changed to carry one
   * signed with the newest secret, for whatever else reads them.
   */
  current(headers: Headers): Promise<SignedIn | null>
  /**
   * Begins a new session. The caller must end this browser's previous session; the table belongs to the caller's slice.
   */
  signIn(headers: Headers, email: string, password: string): Promise<SignInAnswer>
  /**
   * Begins a session for an authenticated person; counts as both steps of a login. Null if the person no longer exists.
   */
  begin(headers: Headers, personId: string): Promise<Begun | null>
  /**
   * Gives the session of these headers a new token and id, for whoever may do more than before (session fixation). Null
   * if it has ended.
   */
  renew(headers: Headers): Promise<Begun | null>
  signOut(headers: Headers): Promise<string[]>
}

/** All sessions begin here or in second-step.server.ts. So these two write the security log, and not each use case. */
export function openSessions(
  auth: BetterAuth,
  secrets: AuthSecrets,
  { db, log, cookieName }: { db: Database; log: Pick<Log, 'security'>; cookieName: string },
): Sessions {
  return {
    holder: (headers) => signedSession(headers, secrets),

    async current(headers) {
      // Skip the look-up without our cookie: most public page views end here.
      if (!headers.get('cookie')?.includes('kvartera.session_token')) return null
      signAnew(headers, secrets)
      const token = sessionNamed(cookieName, headers, secrets)
      const found = token && (await readSession(db, token, new Date()))
      if (!found) return null
      const { sessionId, startedAt, usedAt, confirmedAt, role, memberStatus, ...person } = found
      return {
        ...{ sessionId, startedAt, usedAt, confirmedAt },
        address: headers.get('x-kvartera-client') ?? '',
        person: {
          ...person,
          role: roleFrom(role),
          memberStatus: memberStatuses.find((status) => status === memberStatus) ?? null,
        },
      }
    },

    async signIn(headers, email, password) {
      try {
        const { response, headers: answer } = await auth.api.signInEmail({
          body: { email, password },
          headers,
          returnHeaders: true,
        })
        const cookies = answer.getSetCookie()
        if ('twoFactorRedirect' in response) return { kind: 'second factor needed', cookies }
        log.security({ kind: 'login', actorId: response.user.id, what: 'password' })
        return { kind: 'signed in', cookies, personId: response.user.id }
      } catch (error) {
        if (!isAPIError(error)) throw error
        // The library hides the cause of its 5xx errors. It only reads and writes rows, so the cause is the database.
        if (error.statusCode >= 500) throw new DatabaseAway('asked through the auth library', { cause: error })
        log.security({ kind: 'login failed', what: 'password' })
        return { kind: 'wrong' }
      }
    },

    async begin(headers, personId) {
      const begun = await unlessRefused(
        auth.api.beginProvenSession({ body: { personId }, headers, returnHeaders: true }),
      )
      if (begun) log.security({ kind: 'login', actorId: personId, what: 'passkey' })
      return begun && begunFrom(begun)
    },

    async renew(headers) {
      const renewed = await unlessRefused(auth.api.renewSession({ headers, returnHeaders: true }))
      return renewed && begunFrom(renewed)
    },

    async signOut(headers) {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },
  }
}

const begunFrom = ({ response, headers }: { response: { sessionId: string }; headers: Headers }): Begun => ({
  sessionId: response.sessionId,
  cookies: headers.getSetCookie(),
})
