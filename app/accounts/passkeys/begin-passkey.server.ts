import { mayTry } from '~/door/attempts.server'
import type { Asked } from '~/door/deed.server'
import { keyAlgorithms, passkeyPlace } from '~/platform/auth/passkeys.server'
import type { House, Visitor } from '~/platform/house.server'
import { PRODUCT_NAME } from '~/shared/product'
import { refuseOldLogin, refuseStaleLogin } from '../login/confirm-login.server'
import { makeChallenge } from './challenge.server'
import { handleOf, passkeyName } from './passkey'
import type { KeyToMake, KeyToShow } from './passkey-browser'
import { readPasskeys } from './passkey-store.server'

/** Null if passkeys cannot be used: at an IP address instead of a host name, or when rate limited. */
type Begun<Options> = { options: Options; cookies: string[] } | null

/** How long the person may take to answer the browser's prompt. The challenge itself expires a little later. */
const timeout = 5 * 60_000

/** Open to anybody: the options reveal nothing about any account. */
export async function beginPasskeyLogIn(house: House, visitor: Visitor): Promise<Begun<KeyToShow>> {
  const place = passkeyPlace(visitor.origin)
  if (!place || !(await mayTry(house, 'passkey challenge', visitor.address))) return null
  const { challenge, cookies } = await makeChallenge(house, visitor, 'log in')
  // No credential ids: the browser offers the passkeys that it has itself (discoverable credentials).
  return {
    options: { challenge, rpId: place.id, timeout, userVerification: 'required', allowCredentials: [] },
    cookies,
  }
}

/** For a signed-in person to confirm the login with one of their own passkeys. */
export async function beginPasskeyConfirmation(house: House, visitor: Visitor): Promise<Begun<KeyToShow>> {
  const place = passkeyPlace(visitor.origin)
  if (!place || !visitor.signedIn || !(await mayTry(house, 'passkey challenge', visitor.address))) return null
  const allowCredentials = (await readPasskeys(house.db, visitor.signedIn.person.id)).map(keyName)
  const { challenge, cookies } = await makeChallenge(house, visitor, 'confirm')
  return { options: { challenge, rpId: place.id, timeout, userVerification: 'required', allowCredentials }, cookies }
}

/**
 * The options for making a new passkey. Needs a fresh login. Checked here as well so that nobody shows a finger in
 * vain; `addPasskey` checks everything again and says what is missing.
 */
export async function beginPasskey({ house, visitor, signedIn, values }: Asked): Promise<Begun<KeyToMake>> {
  if (refuseOldLogin(house, signedIn, '')) return null
  if (await refuseStaleLogin({ house, visitor, signedIn, values }, '')) return null
  const place = passkeyPlace(visitor.origin)
  if (!place || !passkeyName.safeParse(values.name).success) return null
  if (!(await mayTry(house, 'passkey challenge', visitor.address))) return null
  const { person } = signedIn
  const excludeCredentials = (await readPasskeys(house.db, person.id)).map(keyName)
  const { challenge, cookies } = await makeChallenge(house, visitor, 'add')
  const options: KeyToMake = {
    challenge,
    rp: { id: place.id, name: PRODUCT_NAME },
    user: { id: handleOf(person.id), name: person.email, displayName: person.name },
    pubKeyCredParams: keyAlgorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    // Prevents a second passkey on the same authenticator.
    excludeCredentials,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
  return { options, cookies }
}

const keyName = ({ credentialId, transports }: { credentialId: string; transports: string[] }) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports,
})
