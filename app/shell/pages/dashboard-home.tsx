import { redirect } from 'react-router'
import { requireSignedIn } from '~/door/guard.server'
import { areaOf } from '~/shared/role'
import type { Route } from './+types/dashboard-home'

/** The crossroads: everyone who is logged in is sent on to their own area. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireSignedIn(context, request)
  throw redirect(areaOf[person.role])
}
