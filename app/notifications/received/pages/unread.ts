import { data } from 'react-router'
import { requireSignedIn } from '~/door/guard.server'
import { houseContext } from '~/platform/http/contexts.server'
import { countUnread } from '../read-received.server'
import type { Route } from './+types/unread'

/** The number of unread notices, fetched by the bell of an open page after a live hint. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireSignedIn(context, request)
  const unread = await countUnread(context.get(houseContext).db, person.id)
  return data({ unread }, { headers: { 'Cache-Control': 'no-store' } })
}
