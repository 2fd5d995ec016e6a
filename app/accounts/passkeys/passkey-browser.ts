/**
 * The browser side of WebAuthn. Bytes travel as base64url, converted here because the browser's own functions for it
 * are too new.
 */

type KeyName = { type: 'public-key'; id: string; transports: string[] }

/** Options for `navigator.credentials.get`. */
export type KeyToShow = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: KeyName[]
}

/** Options for `navigator.credentials.create`. */
export type KeyToMake = {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials: KeyName[]
  authenticatorSelection: { residentKey: 'required'; requireResidentKey: true; userVerification: 'required' }
  attestation: 'none'
}

/** Whether this browser supports passkeys at this address. */
export const canUsePasskeys = () => typeof PublicKeyCredential === 'function' && isNamed()

/** Passkeys are bound to a host name; an IP address has none. */
export const isNamed = () => !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether the browser offers passkeys in the e-mail field (conditional mediation). */
export async function offersInField(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Fetches the options for using a passkey. Null if they cannot be had. */
export function askForKey(intent: 'log-in' | 'confirm'): Promise<KeyToShow | null> {
  const form = new FormData()
  form.set('intent', intent)
  return ask('/auth/passkey', form)
}

/** Fetches the options for making a passkey. Null if the form would be refused. */
export const askForNewKey = (form: FormData): Promise<KeyToMake | null> => ask('/dashboard/account/passkey', form)

/** Time-out of the request, during which the button shows that it is busy. */
const patienceMs = 10_000

async function ask<Options>(address: '/auth/passkey' | '/dashboard/account/passkey', body: FormData) {
  try {
    // Browsers without AbortSignal.timeout (Safari before 16) wait without a time-out.
    const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(patienceMs) : null
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(typedIn(body)), signal })
    return answer.ok ? ((await answer.json()) as Options | null) : null
  } catch {
    // No connection, or no answer in time. The caller handles null and tells the person.
    return null
  }
}

const typedIn = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))

/** Null if the person cancelled or has no passkey here. Otherwise the answer as text for a form field. */
export async function showKey(
  options: KeyToShow,
  how: { signal?: AbortSignal; mediation?: CredentialMediationRequirement } = {},
): Promise<string | null> {
  const credential = await unlessCalledOff(
    navigator.credentials.get({
      ...how,
      publicKey: { ...options, challenge: bytes(options.challenge), allowCredentials: names(options.allowCredentials) },
    }),
  )
  if (!(credential instanceof PublicKeyCredential)) return null
  const { response } = credential
  if (!(response instanceof AuthenticatorAssertionResponse)) return null
  return JSON.stringify({
    ...named(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      authenticatorData: text(response.authenticatorData),
      signature: text(response.signature),
      userHandle: response.userHandle && text(response.userHandle),
    },
  })
}

export async function makeKey(options: KeyToMake): Promise<string | null> {
  const credential = await unlessCalledOff(
    navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: bytes(options.challenge),
        user: { ...options.user, id: bytes(options.user.id) },
        excludeCredentials: names(options.excludeCredentials),
      },
    }),
  )
  if (!(credential instanceof PublicKeyCredential)) return null
  const { response } = credential
  if (!(response instanceof AuthenticatorAttestationResponse)) return null
  return JSON.stringify({
    ...named(credential),
    response: {
      clientDataJSON: text(response.clientDataJSON),
      attestationObject: text(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    },
  })
}

async function unlessCalledOff(asked: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await asked
  } catch (error) {
    // NotAllowedError is also what the browser throws when the person closes the prompt or it times out.
    if (error instanceof DOMException) return null
    throw error
  }
}

const named = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: text(rawId), type })

const names = (keys: KeyName[]): PublicKeyCredentialDescriptor[] =>
  keys.map(({ id, type, transports }) => ({ id: bytes(id), type, transports: transports as AuthenticatorTransport[] }))

function bytes(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0))
}

function text(buffer: ArrayBuffer): string {
  const binary = String.fromCharCode(...new Uint8Array(buffer))
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
