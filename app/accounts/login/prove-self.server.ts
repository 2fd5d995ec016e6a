import type { z } from 'zod'
import type { Asked } from '~/door/deed.server'
import type { Database } from '~/platform/database/database.server'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { type Outcome, type Refusal, refused } from '~/shared/outcome'
import { readPasskeys } from '../passkeys/passkey-store.server'
import { passkeyOfNoUse, provePasskey } from '../passkeys/prove-passkey.server'
import { refuseWrongPassword } from './check-password.server'
import type { OwnProofs } from './own-proofs'
import { hasPassword } from './provider-name'
import { readIdentities } from './session-store.server'

export async function readProofs(db: Database, personId: string): Promise<OwnProofs> {
  const identities = await readIdentities(db, personId)
  return {
    hasPassword: hasPassword(identities),
    hasPasskey: (await readPasskeys(db, personId)).length > 0,
  }
}

/**
 * Parses a form that always asks for proof of who sends it, however fresh the login is, and checks that proof: the
 * password, or a passkey, which may be all that a person has. Not an access check of its own.
 */
export async function parseProven<Schema extends z.ZodObject>(
  asked: Asked,
  schema: Schema,
  failure: string,
): Promise<Outcome<z.output<Schema>>> {
  const { house, visitor, signedIn, values } = asked
  const proofs = await readProofs(house.db, signedIn.person.id)
  const form = parseForm(schema, values, failure)
  // A password that is typed counts: the passkey beside it may be of an earlier try, and is used up.
  const isByPassword = proofs.hasPassword && (Boolean(values.password) || !values.passkey)
  if (!isByPassword) {
    if (!form.ok) return form
    return (await refuseWrongPasskey(asked, failure)) ?? form
  }
  // Parsed with the password too, so that everything that is missing is said at once.
  const withPassword = parseForm(schema.extend({ password: field.password }), values, failure)
  if (!withPassword.ok) return withPassword
  return (await refuseWrongPassword(house, visitor, signedIn, values.password ?? '', failure)) ?? form
}

/** Null if the form brought a passkey of the person's own. */
export async function refuseWrongPasskey(asked: Asked, failure: string): Promise<Refusal | null> {
  const { house, visitor, signedIn, values } = asked
  if (!values.passkey) return refused(failure, { message: 'Visa din passnyckel, så ser vi att det är du.' })
  const proven = await provePasskey(house, visitor, 'confirm', values.passkey)
  return proven?.personId === signedIn.person.id ? null : refused(failure, { message: passkeyOfNoUse })
}
