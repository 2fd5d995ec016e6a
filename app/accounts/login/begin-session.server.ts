import { verifyPassword } from '~/platform/auth/password.server'
import type { SignInAnswer } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { unlessRevoked } from '../sessions/unless-revoked.server'
import { deleteSession, readBlocked, readNeedsSecondStep } from './session-store.server'

/** Logs in and ends the session this browser had before, so that no session survives a login (session fixation). */
export async function beginSession(
  house: House,
  visitor: Visitor,
  email: string,
  password: string,
): Promise<SignInAnswer | { kind: 'blocked' }> {
  // Only the right password reveals that the account is blocked; anybody else learns nothing about it.
  const blocked = await readBlocked(house.db, email)
  if (blocked) {
    house.log.security({ kind: 'login failed', what: 'password of a blocked account' })
    return { kind: (await verifyPassword({ hash: blocked.passwordHash, password })) ? 'blocked' : 'wrong' }
  }
  const answer = await unlessRevoked(house.db, { email }, () =>
    house.auth.sessions.signIn(visitor.headers, email, password),
  )
  if (!answer) return { kind: 'wrong' }
  if (answer.kind === 'signed in' && (await readNeedsSecondStep(house.db, answer.personId))) {
    // The second factor was turned on after the library had read that it was off (race). The session has shown a
    // password alone; the person logs in anew and is asked for both.
    await house.auth.sessions.signOut(asSentBy(answer.cookies))
    return { kind: 'wrong' }
  }
  if (answer.kind !== 'wrong' && visitor.signedIn) {
    await deleteSession(house.db, visitor.signedIn.person.id, visitor.signedIn.sessionId)
  }
  return answer
}

/** The headers of a browser that has just received these cookies. */
const asSentBy = (cookies: readonly string[]) =>
  new Headers({ cookie: cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ') })
