import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { chosenFrom } from '../bulk-form'
import { readAdminSearch } from '../company-search'
import { exportCompanyList } from '../export-companies-list.server'
import type { Route } from './+types/admin-companies-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const chosen = chosenFrom(searchParams.getAll('id'))
  if (searchParams.has('valda') && chosen.length === 0) {
    throw await redirectWithNotice(href('/dashboard/admin/companies'), {
      tone: 'normal',
      title: 'Inget företag är förbockat',
    })
  }
  const search = readAdminSearch(searchParams)
  return csvDownload('foretag.csv', await exportCompanyList(context.get(houseContext), signedIn, search, chosen))
}
