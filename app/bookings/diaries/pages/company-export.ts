import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { csvDownload } from '~/platform/http/csv.server'
import { dayAt } from '../../book/open-days.server'
import { exportBookings } from '../export-bookings.server'
import type { Route } from './+types/company-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const day = dayAt(house.clock.now().getTime())
  return csvDownload(`bokningar-${day}.csv`, await exportBookings(house, signedIn))
}
