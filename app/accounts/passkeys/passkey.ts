import * as field from '~/shared/fields'

/** The name that a person gives a passkey. */
export const passkeyName = field.line('Ge passnyckeln ett namn', 60)

export const mostPasskeys = 20

/** The WebAuthn user handle: the authenticator stores it and returns it at login. */
export const handleOf = (personId: string) => btoa(personId).replace(/=+$/, '')
