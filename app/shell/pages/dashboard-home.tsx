import { redirect } from 'react-router'
import { requireSignedIn } from '~/door/guard.server'
import { areaOf } from '~/shared/role'
import type { Route } from './+types/dashboard-home'

/** Redirects everybody who is signed in to their role's area. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireSignedIn(context, request)
  throw redirect(areaOf[person.role] + new URL(request.url).search)
}
