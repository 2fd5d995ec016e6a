import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readStatus } from '../keep-status.server'
import { statusPage } from '../status-page'
import type { Route } from './+types/status'

/** Serves the same page as the file that another machine may serve. */
export async function loader({ context }: Route.LoaderArgs) {
  const house = context.get(houseContext)
  const page = statusPage(await readStatus(house), house.config.origin, context.get(visitorContext).nonce)
  return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}
