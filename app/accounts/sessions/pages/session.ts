import { data } from 'react-router'
import { visitorContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/session'

/** What an open page asks every half minute. It tells only whether the asker is logged in, and by their own id as whom. */
export function loader({ context }: Route.LoaderArgs) {
  const { signedIn } = context.get(visitorContext)
  // `signedIn` is for pages that were opened before they asked for whom.
  return data(
    { signedIn: signedIn !== null, whose: signedIn?.person.id ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
