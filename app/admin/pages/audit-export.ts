import { auditOrders, auditSearchFrom } from '~/audit/public'
import { requireRole } from '~/door/guard.server'
import { orderFrom } from '~/door/list-order'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportAudit } from '../export-audit.server'
import type { Route } from './+types/audit-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const [search, order] = [auditSearchFrom(searchParams), orderFrom(auditOrders, searchParams)]
  return csvDownload('historik.csv', await exportAudit(context.get(houseContext), signedIn, search, order))
}
