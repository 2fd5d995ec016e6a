import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { readBroadcastSearch } from '../broadcast-search'
import { exportBroadcasts } from '../export-broadcasts.server'
import type { Route } from './+types/broadcasts-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readBroadcastSearch(new URL(request.url).searchParams)
  return csvDownload('utskick.csv', await exportBroadcasts(context.get(houseContext), signedIn, search))
}
