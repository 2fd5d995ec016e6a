import { z } from 'zod'
import type { Asked } from '~/door/deed.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type NotThere, notThere, type Outcome } from '~/shared/outcome'
import { refuseStaleLogin } from '../login/confirm-login.server'
import { passkeyName } from './passkey'
import { updatePasskeyName } from './passkey-store.server'

const failure = 'Namnet är inte bytt'
const nameForm = z.object({ name: passkeyName })

/**
 * Renames one of the person's own passkeys. Needs a fresh login: a stranger at an open computer could otherwise have the
 * owner remove the wrong one. No mail, since it lets nobody in or out.
 */
export async function renamePasskey(asked: Asked): Promise<Outcome<null> | NotThere> {
  const { house, signedIn, values } = asked
  const stale = await refuseStaleLogin(asked, failure)
  if (stale) return stale
  const form = parseForm(nameForm, values, failure)
  if (!form.ok) return form
  const id = anId().safeParse(values.passkeyId)
  const isDone = id.success && (await updatePasskeyName(house.db, signedIn.person.id, id.data, form.value.name))
  return isDone ? accepted(null) : notThere
}
