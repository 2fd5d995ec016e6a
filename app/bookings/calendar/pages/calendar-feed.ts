import { createHash } from 'node:crypto'
import { houseContext } from '~/platform/http/contexts.server'
import { readFeedFile } from '../follow-calendar.server'
import type { Route } from './+types/calendar-feed'

/** Polled by calendar programs, which can authenticate by nothing but a secret address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const key = new URL(request.url).searchParams.get('key') ?? ''
  const file = await readFeedFile(context.get(houseContext), key)
  // 410 rather than 404, which makes some programs retry forever.
  if (file === null)
    return new Response('Länken gäller inte längre.', { status: 410, headers: { 'Cache-Control': 'no-store' } })
  const headers = {
    'Cache-Control': 'private, max-age=300',
    ETag: `"${createHash('sha256').update(file).digest('base64url')}"`,
    'X-Robots-Tag': 'noindex',
  }
  // Conditional request: there is seldom a change. `W/` is ignored, since a proxy may weaken the ETag.
  const known = request.headers.get('If-None-Match')?.split(',') ?? []
  if (known.some((mark) => mark.trim().replace(/^W\//, '') === headers.ETag))
    return new Response(null, { status: 304, headers })
  return new Response(file, { headers: { ...headers, 'Content-Type': 'text/calendar; charset=utf-8' } })
}
