import * as field from '~/shared/fields'

/** What a person calls a key of theirs. */
export const passkeyName = field.line('Ge passnyckeln ett namn', 60)

export const mostPasskeys = 20

/** Whose a key is, as the authenticator keeps it and gives it back at a login. */
export const handleOf = (personId: string) => btoa(personId).replace(/=+$/, '')
