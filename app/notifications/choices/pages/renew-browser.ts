import { redirect } from 'react-router'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { type Renewal, renewBrowser } from '../renew-browser.server'
import type { Route } from './+types/renew-browser'

const statuses = { renewed: 200, unknown: 404, taken: 409, refused: 422, 'too many': 429 } as const satisfies Record<
  Renewal,
  number
>

export function loader() {
  return redirect('/dashboard/account/notices')
}

/**
 * Called by the service worker (live/keep-push.ts) without a session: the secret of the old subscription authenticates.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const renewal = await renewBrowser(context.get(houseContext), context.get(visitorContext), await readForm(request))
  return Response.json({ renewal }, { status: statuses[renewal] })
}
