/** Lazily imported: loading takes some hundreds of milliseconds, and few visits need it. */
const library = () => import('@simplewebauthn/server')
const libraryParts = () => import('@simplewebauthn/server/helpers')

/** Where a passkey is valid: the origin that the browser must report, and the relying party ID it is bound to. */
export type PasskeyPlace = { origin: string; id: string }

/** Null if the origin's host is an IP address (the demo at 127.0.0.1): a passkey can only be bound to a domain name. */
export function passkeyPlace(origin: string): PasskeyPlace | null {
  const { hostname } = new URL(origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : { origin, id: hostname }
}

/** COSE algorithm numbers: elliptic curves first; RSA for Windows. */
export const keyAlgorithms = [-8, -7, -257]

type Named = { id: string; rawId: string; type: 'public-key' }

/** What a browser answers when it creates or uses a passkey. Bytes are base64url. */
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
 * Verifies the browser's answer to creating a passkey. Null if anything differs from what was asked for. Attestation
 * (who made the authenticator) is not requested: it would reveal more about people than it protects them.
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

/**
 * Verifies the answer of a login by passkey. Returns the signature counter and whether the key is backed up; null if
 * invalid.
 */
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
      // A counter of 0 turns the library's comparison off: it compares before it verifies the signature, and with a
      // value that may be stale. Our own comparison is made when the counter is written (notePasskeyUse).
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
 * SSRF: no certificate was requested, and for some attestation formats the library downloads a revocation list from the
 * URL in the certificate. An answer with one could make the server call any address.
 */
async function comesWithoutCertificate(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await libraryParts()
  const decoded = await unlessWrong(async () => decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)))
  const format = decoded?.get('fmt')
  return format === 'none' || (format === 'packed' && decoded?.get('attStmt').get('x5c') === undefined)
}

/** The library throws for any invalid answer. All it reads comes from outside, so null instead of a fault. */
async function unlessWrong<Checked>(check: () => Promise<Checked>): Promise<Checked | null> {
  try {
    return await check()
  } catch {
    return null
  }
}
