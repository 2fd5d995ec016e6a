import { requireRole } from '~/door/guard.server'
import { orderFrom } from '~/door/list-order'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportOutbox } from '../export-outbox.server'
import { outboxOrders, readOutboxSearch } from '../outbox-search'
import type { Route } from './+types/outbox-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { searchParams } = new URL(request.url)
  const [search, order] = [readOutboxSearch(searchParams), orderFrom(outboxOrders, searchParams)]
  return csvDownload('utkorg.csv', await exportOutbox(context.get(houseContext), signedIn, search, order))
}
