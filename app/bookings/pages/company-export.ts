import { requireRole } from '~/accounts/public.server'
import { houseContext } from '~/platform/house.server'
import { exportBookings } from '../export-bookings.server'
import { dayAt } from '../open-days.server'
import type { Route } from './+types/company-export'

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const house = context.get(houseContext)
  const day = dayAt(house.clock.now().getTime())
  return new Response(await exportBookings(house, signedIn), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="bokningar-${day}.csv"`,
      'Cache-Control': 'no-store',
    },
  })
}
