import { href, redirect } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import { redirectWithCookies } from '~/platform/http/notice.server'
import type { Route } from './+types/log-out'

export function loader() {
  return redirect(href('/'))
}

/** Anyone may; without a session there is nothing to end. */
export async function action({ context }: Route.ActionArgs) {
  const { auth } = context.get(houseContext)
  return redirectWithCookies(href('/'), await auth.sessions.signOut(context.get(visitorContext).headers))
}
