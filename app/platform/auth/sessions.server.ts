import { isAPIError } from 'better-auth/api'
import { type MemberStatus, memberStatuses, type Role, roleFrom } from '~/shared/role'
import type { Database } from '../database/database.server'
import { DatabaseAway } from '../database/errors.server'
import type { Log } from '../log.server'
import type { BetterAuth } from './auth.server'
import { type AuthSecrets, sessionNamed, signAnew, signedSession } from './auth-secrets.server'
import { unlessRefused } from './passwords.server'
import { readSession } from './session/session-store.server'

/** The person behind a request, as the session and the profile say; nothing here came from a form. */
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
  /** When it was last used, to the hour. */
  usedAt: Date
  /** When the password was last asked for again in this session. */
  confirmedAt: Date | null
  /** Where this request came from, for the history of what administrators do. */
  address: string
  person: Person
}

export type SignInAnswer =
  | { kind: 'signed in'; cookies: string[]; personId: string }
  | { kind: 'second factor needed'; cookies: string[] }
  | { kind: 'wrong' }

export type Sessions = {
  /**
   * The name of a session whose cookie we signed, without asking the database: it may be over, but nobody can have
   * thought it up.
   */
  holder(headers: Headers): string | null
  /** Whoever asks. A cookie that an older secret signed is signed anew in these headers, for what else reads them. */
  current(headers: Headers): Promise<SignedIn | null>
  /** Begins a new session; ending the one this browser had before is the caller's, who has the table. */
  signIn(headers: Headers, email: string, password: string): Promise<SignInAnswer>
  /** Begins one for somebody who has proven who they are, as both steps of a log-in. Null when they are gone. */
  begin(headers: Headers, personId: string): Promise<{ sessionId: string; cookies: string[] } | null>
  signOut(headers: Headers): Promise<string[]>
}

/** Whoever begins a session begins it here, or by the second step: so that is told here, whichever use case it was. */
export function openSessions(
  auth: BetterAuth,
  secrets: AuthSecrets,
  { db, log, cookieName }: { db: Database; log: Pick<Log, 'security'>; cookieName: string },
): Sessions {
  return {
    holder: (headers) => signedSession(headers, secrets),

    async current(headers) {
      // Without our cookie there is nothing to look up: most public page views end here.
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
        // The library reads and writes rows and does nothing else that can fail; what failed it keeps to itself.
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
      return begun && { sessionId: begun.response.sessionId, cookies: begun.headers.getSetCookie() }
    },

    async signOut(headers) {
      const { headers: answer } = await auth.api.signOut({ headers, returnHeaders: true })
      return answer.getSetCookie()
    },
  }
}
