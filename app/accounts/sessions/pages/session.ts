import { data } from 'react-router'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { isBlockedBy } from '../account-mark.server'
import type { Route } from './+types/session'

/**
 * Polled by open pages every half minute. Reveals only whether the caller is logged in, their own id, and to a page that
 * is nobody's any more whether the account it was rendered for is blocked.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { signedIn } = context.get(visitorContext)
  const mark = new URL(request.url).searchParams.get('mark')
  const isBlocked = signedIn === null && mark !== null && (await isBlockedBy(context.get(houseContext), mark))
  // `signedIn` is for pages loaded before a release that added `whose`.
  return data(
    { signedIn: signedIn !== null, whose: signedIn?.person.id ?? null, isBlocked },
    { headers: { 'Cache-Control': 'no-store' } },
  )
}
