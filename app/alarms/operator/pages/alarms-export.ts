import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportAlarms } from '../export-alarms.server'
import { readOverSearch } from '../over-search'
import type { Route } from './+types/alarms-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readOverSearch(new URL(request.url).searchParams)
  return csvDownload('larm.csv', await exportAlarms(context.get(houseContext), signedIn, search))
}
