/** Some hundreds of milliseconds to load, for what few visits need: on first use, not at the start. */
const library = () => import('@simplewebauthn/server')
const libraryParts = () => import('@simplewebauthn/server/helpers')

/** Where a passkey is good: the origin that its browser must say, and the name that it is bound to. */
export type PasskeyPlace = { origin: string; id: string }

/** Null at an address without a name (the demo at 127.0.0.1): a passkey cannot be bound to a number. */
export function passkeyPlace(origin: string): PasskeyPlace | null {
  const { hostname } = new URL(origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : { origin, id: hostname }
}

/** Elliptic curves first; RSA for Windows. */
export const keyAlgorithms = [-8, -7, -257]

type Named = { id: string; rawId: string; type: 'public-key' }

/** What a browser answers, bytes as base64url. */
export type AddedKey = Named & {
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
}
export type ShownKey = Named & {
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
}

export type NewKey = {
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  backedUp: boolean
}

/**
 * The key in a browser's answer to "make one"; null when anything about it is not as it was asked for. Who made
 * the authenticator is not asked: it would tell more about people than it protects them.
 */
export async function readNewKey(added: AddedKey, challenge: string, place: PasskeyPlace): Promise<NewKey | null> {
  const { clientDataJSON, attestationObject, transports } = added.response
  if (!(await comesWithoutCertificate(attestationObject))) return null
  const { verifyRegistrationResponse } = await library()
  const checked = await unlessWrong(() =>
    verifyRegistrationResponse({
      response: { ...added, clientExtensionResults: {}, response: { clientDataJSON, attestationObject } },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: keyAlgorithms,
    }),
  )
  if (!checked?.verified) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    backedUp: credentialBackedUp,
  }
}

/** How often the key says that it was used, and whether it is kept elsewhere too; null when the proof is none. */
export async function readProof(
  shown: ShownKey,
  challenge: string,
  place: PasskeyPlace,
  key: { credentialId: string; publicKey: Buffer },
): Promise<{ counter: number; backedUp: boolean } | null> {
  const { verifyAuthenticationResponse } = await library()
  const checked = await unlessWrong(() =>
    verifyAuthenticationResponse({
      response: { ...shown, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: place.origin,
      expectedRPID: place.id,
      requireUserVerification: true,
      // The library compares counters before it has looked at the signature, and with what was read a while ago.
      // Ours is compared as it is written (notePasskeyUse).
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    }),
  )
  if (!checked?.verified) return null
  return {
    counter: checked.authenticationInfo.newCounter,
    backedUp: checked.authenticationInfo.credentialBackedUp,
  }
}

/**
 * None was asked for. For some formats the library fetches the list of revoked ones from wherever the certificate says,
 * so an answer with one could make the server call any address.
 */
async function comesWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await libraryParts()
  const decoded = await unlessWrong(async () => decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)))
  const format = decoded?.get('fmt')
  return format === 'none' || (format === 'packed' && decoded?.get('attStmt').get('x5c') === undefined)
}

/** The library throws for whatever is wrong with an answer; all it reads came from outside. */
async function unlessWrong<Checked>(check: () => Promise<Checked>): Promise<Checked | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
