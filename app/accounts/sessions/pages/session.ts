import { data } from 'react-router'
import { visitorContext } from '~/platform/http/contexts.server'
import type { Route } from './+types/session'

/** Polled by open pages every half minute. Reveals only whether the caller is logged in, and their own id. */
export function loader({ context }: Route.LoaderArgs) {
  const { signedIn } = context.get(visitorContext)
  // `signedIn` is for pages loaded before a release that added `whose`.
  return data(
    { signedIn: signedIn !== null, whose: signedIn?.person.id ?? null },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
