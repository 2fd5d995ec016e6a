import { houseContext } from '~/platform/http/contexts.server'
import { describeApi } from '../describe'
import type { Route } from './+types/api-description'

/** The OpenAPI 3.1 description. Public and the same for everybody. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(houseContext).config
  return Response.json(describeApi(origin), { headers: { 'Cache-Control': 'public, max-age=3600' } })
}
