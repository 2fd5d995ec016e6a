import { data } from 'react-router'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { beginPasskeyConfirmation, beginPasskeyLogIn } from '../passkeys/begin-passkey.server'
import type { Route } from './+types/ask-passkey'

/** The options for `navigator.credentials.get`: to log in (anybody), or to confirm a login (signed in only). */
export async function action({ request, context }: Route.ActionArgs) {
  const { intent } = await readForm(request, ['log-in', 'confirm'])
  const begin = intent === 'confirm' ? beginPasskeyConfirmation : beginPasskeyLogIn
  const begun = await begin(context.get(houseContext), context.get(visitorContext))
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of begun?.cookies ?? []) headers.append('Set-Cookie', cookie)
  return data(begun?.options ?? null, { headers })
}
