import { redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { followPosition } from '../../raise/where/follow-position.server'
import type { Route } from './+types/follow'

export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'member')
  return redirect('/dashboard/customer/safety')
}

/** Receives the phone's position while an alarm is open; posted by the alarm's page. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  orAnswer(await followPosition(context.get(houseContext), signedIn, values))
  return new Response(null, { status: 204 })
}
