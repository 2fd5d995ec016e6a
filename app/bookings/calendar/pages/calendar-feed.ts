import { createHash } from 'node:crypto'
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
  const headers = {
    'Cache-Control': 'private, max-age=300',
    ETag: `"${createHash('sha256').update(file).digest('base64url')}"`,
    'X-Robots-Tag': 'noindex',
  }
  // Programs ask every few minutes, and seldom is anything new. What lies between may have made the mark a weak one.
  const known = request.headers.get('If-None-Match')?.split(',') ?? []
  if (known.some((mark) => mark.trim().replace(/^W\//, '') === headers.ETag))
    return new Response(null, { status: 304, headers })
  return new Response(file, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } })
}
