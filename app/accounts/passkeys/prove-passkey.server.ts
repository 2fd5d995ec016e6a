import { passkeyPlace, readProof } from '~/platform/auth/passkeys.server'
import type { House, Visitor } from '~/platform/house.server'
import { readShownKey } from './browser-answer'
import { type ChallengePurpose, takeChallenge } from './challenge.server'
import { handleOf } from './passkey'
import { notePasskeyUse, readPasskey } from './passkey-store.server'

export const passkeyOfNoUse = 'Passnyckeln gick inte att använda. Försök en gång till.'

type Proven = { passkeyId: string; personId: string; isBlocked: boolean }

/**
 * Verifies a passkey's answer to a challenge issued to this browser, and returns the passkey and its owner. Null for
 * anything else. Does no rate limiting; the calling use cases do.
 */
export async function provePasskey(
  house: House,
  visitor: Visitor,
  purpose: ChallengePurpose,
  sent: string | undefined,
): Promise<Proven | null> {
  const proven = await readProven(house, visitor, purpose, sent)
  if (!proven || proven.isBlocked) {
    const actorId = proven?.personId ?? visitor.signedIn?.person.id
    house.log.security({ kind: 'login failed', actorId, what: 'passkey' })
  }
  return proven
}

async function readProven(
  house: House,
  visitor: Visitor,
  purpose: ChallengePurpose,
  sent: string | undefined,
): Promise<Proven | null> {
  const place = passkeyPlace(visitor.origin)
  const shown = readShownKey(sent)
  // Consume the challenge before any other check, so that no answer can be replayed.
  if (!place || !shown || !(await takeChallenge(house, visitor, purpose, shown.challenge))) return null
  const { answer, challenge } = shown
  const key = await readPasskey(house.db, answer.id)
  if (!key) return null
  const { userHandle, ...signed } = answer.response
  if (userHandle && userHandle !== handleOf(key.personId)) return null
  const proof = await readProof({ ...answer, response: signed }, challenge, place, key)
  if (!proof) return null
  const use = { ...proof, on: visitor.headers.get('user-agent'), at: house.clock.now() }
  if (!(await notePasskeyUse(house.db, key.id, use))) {
    house.log.warn({ passkeyId: key.id }, 'a passkey did not count upwards, and may exist twice: refused')
    return null
  }
  return { passkeyId: key.id, personId: key.personId, isBlocked: key.blockedAt !== null }
}
