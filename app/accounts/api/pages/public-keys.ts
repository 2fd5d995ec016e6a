import { data } from 'react-router'
import { houseContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/public-keys'

/** Public: the keys (JWKS) that verify our access tokens. */
export async function loader({ context }: Route.LoaderArgs) {
  const keys = await context.get(houseContext).auth.tokens.publicKeys()
  return data(keys, { headers: { 'Cache-Control': 'public, max-age=300' } })
}
