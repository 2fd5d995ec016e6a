import { robots } from '~/door/seo'
import { houseContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/robots'

export function loader({ context }: Route.LoaderArgs) {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(robots(context.get(houseContext).config.origin), { headers })
}
