import { requireRole } from '~/accounts/public.server'
import { houseContext } from '~/platform/house.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportCompanyList } from '../export-companies-list.server'
import { readAdminSearch } from '../list-companies-for-admin.server'
import type { Route } from './+types/admin-companies-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readAdminSearch(new URL(request.url).searchParams)
  return csvDownload('foretag.csv', await exportCompanyList(context.get(houseContext), signedIn, search))
}
