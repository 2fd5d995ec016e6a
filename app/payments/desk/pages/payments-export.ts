import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { exportPayments } from '../export-payments.server'
import { readPaymentSearch } from '../payment-lists'
import type { Route } from './+types/payments-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const search = readPaymentSearch(new URL(request.url).searchParams)
  return csvDownload('betalningar.csv', await exportPayments(context.get(houseContext), signedIn, search))
}
