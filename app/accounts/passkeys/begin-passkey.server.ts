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

/** Null where no passkey can be used: at an address without a name, or after far too many tries. */
type Begun<Options> = { options: Options; cookies: string[] } | null

/** As long as the person may take over it; the challenge itself lives a little longer. */
const timeout = 5 * 60_000

/** Anyone may: what they get says nothing about anybody. */
export async function beginPasskeyLogIn(house: House, visitor: Visitor): Promise<Begun<KeyToShow>> {
  const place = passkeyPlace(visitor.origin)
  if (!place || !(await mayTry(house, 'passkey challenge', visitor.address))) return null
  const { challenge, cookies } = await makeChallenge(house, visitor, 'log in')
  // None is named: the browser shows those that the person has here.
  return {
    options: { challenge, rpId: place.id, timeout, userVerification: 'required', allowCredentials: [] },
    cookies,
  }
}

/** A person who is logged in, to show that it is still they; only with a key of their own. */
export async function beginPasskeyConfirmation(house: House, visitor: Visitor): Promise<Begun<KeyToShow>> {
  const place = passkeyPlace(visitor.origin)
  if (!place || !visitor.signedIn || !(await mayTry(house, 'passkey challenge', visitor.address))) return null
  const allowCredentials = (await readPasskeys(house.db, visitor.signedIn.person.id)).map(keyName)
  const { challenge, cookies } = await makeChallenge(house, visitor, 'confirm')
  return { options: { challenge, rpId: place.id, timeout, userVerification: 'required', allowCredentials }, cookies }
}

/**
 * A person whose login is fresh, for themselves. Refused here so that nobody is asked for their finger in vain; what is
 * missing is said by the form itself (addPasskey), which asks all of it again.
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
    // Another one on the same phone would only be confusing.
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
