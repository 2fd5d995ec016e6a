import { Outlet } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { addressOf, askedOf, listAt } from '../lists'
import { ListTools } from '../parts/list-tools'
import type { Route } from './+types/list-frame'

/** Around every list of administrators: its file, of what it is asked for now. */
export async function loader({ request, context }: Route.LoaderArgs) {
  requireRole(context, request, 'admin')
  const { pathname, search } = new URL(request.url)
  const list = listAt(pathname)
  return list ? { file: addressOf(list, askedOf(list, search), 'file') } : null
}

export default function ListFrame({ loaderData }: Route.ComponentProps) {
  return <Outlet context={loaderData && <ListTools {...loaderData} />} />
}
