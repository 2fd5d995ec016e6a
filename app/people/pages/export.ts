import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportPeople } from '../export-people.server'
import { peopleOrderFrom, peopleSearchFrom } from '../people-search'
import type { Route } from './+types/export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const [search, order] = [peopleSearchFrom(searchParams), peopleOrderFrom(searchParams)]
  return csvDownload('anvandare.csv', await exportPeople(context.get(houseContext), signedIn, search, order))
}
