/** How a page asks the browser for a passkey. Bytes travel as base64url; the browser's own functions for it are new. */

type KeyName = { type: 'public-key'; id: string; transports: string[] }

/** What the server asks a browser to show. */
export type KeyToShow = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: KeyName[]
}

/** What the server asks a browser to make. */
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

/** Whether this browser can, at this address. */
export const canUsePasskeys = () => typeof PublicKeyCredential === 'function' && isNamed()

/** A passkey is bound to a name, and an address of digits is none. */
export const isNamed = () => !/^[\d.]+$|^\[/.test(location.hostname)

/** Whether the browser offers passkeys in the e-mail field by itself. */
export async function offersInField(): Promise<boolean> {
  return canUsePasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
}

/** Asks the server what to show; null where it cannot be had just now. */
export function askForKey(intent: 'log-in' | 'confirm'): Promise<KeyToShow | null> {
  const form = new FormData()
  form.set('intent', intent)
  return ask('/auth/passkey', form)
}

/** Asks the server what to make; null when the form that it is for has something to say first. */
export const askForNewKey = (form: FormData): Promise<KeyToMake | null> => ask('/dashboard/account/passkey', form)

/** So long the button says that it waits. */
const patienceMs = 10_000

async function ask<Options>(address: '/auth/passkey' | '/dashboard/account/passkey', body: FormData) {
  try {
    // Where a browser cannot call off what it asks, as Safari before 16, it is waited for.
    const signal = 'timeout' in AbortSignal ? AbortSignal.timeout(patienceMs) : null
    const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(typedIn(body)), signal })
    return answer.ok ? ((await answer.json()) as Options | null) : null
  } catch {
    // No line, or one that says nothing: what is done with null says so.
    return null
  }
}

const typedIn = (form: FormData) =>
  [...form].flatMap(([name, value]): [string, string][] => (typeof value === 'string' ? [[name, value]] : []))

/** Null when the person changed their mind, or has none here. The answer is the text of a form's field. */
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
    // "Not allowed" is also what a browser says when the person closed its question or let it time out.
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
