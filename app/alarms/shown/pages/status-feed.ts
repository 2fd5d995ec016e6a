import { houseContext } from '~/platform/http/contexts.server'
import { readStatus } from '../keep-status.server'
import { statusFeed } from '../status-feed'
import type { Route } from './+types/status-feed'

export async function loader({ context }: Route.LoaderArgs) {
  const house = context.get(houseContext)
  const headers = { 'Content-Type': 'application/atom+xml; charset=utf-8', 'Cache-Control': 'public, max-age=300' }
  return new Response(statusFeed(await readStatus(house), house.config.origin), { headers })
}
