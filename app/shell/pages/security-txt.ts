import { securityText } from '~/door/seo'
import { houseContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/security-txt'

/** security.txt (RFC 9116): where to report vulnerabilities. */
export function loader({ context }: Route.LoaderArgs) {
  const { config, clock } = context.get(houseContext)
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' }
  return new Response(securityText(config, clock.now()), { headers })
}
