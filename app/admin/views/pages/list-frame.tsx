import { Outlet } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { listAt } from '../lists'
import { ListTools } from '../parts/list-tools'
import { readListTools } from '../read-views.server'
import type { Route } from './+types/list-frame'

/** The layout around every administrators' list, with its views and its file. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { pathname, search } = new URL(request.url)
  const list = listAt(pathname)
  return list ? readListTools(context.get(houseContext), signedIn, list, search) : null
}

export default function ListFrame({ loaderData }: Route.ComponentProps) {
  return <Outlet context={loaderData && <ListTools {...loaderData} />} />
}
