import { houseContext } from '~/platform/http/contexts.server'
import { readFeedFile } from '../follow-calendar.server'
import type { Route } from './+types/calendar-feed'

/** Asked for by calendar programs, which can carry a secret address and nothing else. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const file = await readFeedFile(context.get(houseContext), key)
  // Not 404: that makes some programs try again for ever.
  if (file === null)
    return new Response('Länken gäller inte längre.', { status: 410, headers: { 'Cache-Control': 'no-store' } })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Cache-Control': 'private, max-age=300',
      'X-Robots-Tag': 'noindex',
    },
  })
}
