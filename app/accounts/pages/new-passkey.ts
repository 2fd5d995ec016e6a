import { data, href, redirect } from 'react-router'
import { requireSignedIn } from '~/door/guard.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { beginPasskey } from '../passkeys/begin-passkey.server'
import type { Route } from './+types/new-passkey'

export function loader({ request, context }: Route.LoaderArgs) {
  requireSignedIn(context, request)
  return redirect(href('/dashboard/account/security'))
}

/** The options for `navigator.credentials.create`. Null if the form would be refused; its own answer then says why. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireSignedIn(context, request)
  const [house, visitor] = [context.get(houseContext), context.get(visitorContext)]
  const values = await readForm(request, ['add-passkey'])
  const begun = await beginPasskey({ house, visitor, signedIn, values })
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of begun?.cookies ?? []) headers.append('Set-Cookie', cookie)
  return data(begun?.options ?? null, { headers })
}
