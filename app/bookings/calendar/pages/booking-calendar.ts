import { orNoFile } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { readCalendarFile } from '../follow-calendar.server'
import type { Route } from './+types/booking-calendar'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const file = orNoFile(await readCalendarFile(context.get(houseContext), signedIn, params.id))
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="bokning.ics"',
      'Cache-Control': 'no-store',
    },
  })
}
