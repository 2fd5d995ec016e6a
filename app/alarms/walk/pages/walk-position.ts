import { redirect } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { placeWalk } from '../place-walk.server'
import type { Route } from './+types/walk-position'

export function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'member')
  return redirect('/dashboard/customer/safety/walk')
}

/** Receives the phone's position. 422 when it is not stored: the walk is over, sharing is off, or it is invalid. */
export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const placed = await placeWalk(context.get(houseContext), signedIn, await readForm(request))
  return Response.json(placed, { status: placed.goesOn ? 200 : 422 })
}
