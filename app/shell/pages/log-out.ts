import { href, redirect } from 'react-router'
import { forgetMember, longestLogOutMs } from '~/alarms/public'
import { returnAddress } from '~/door/return-address'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { leave } from '~/platform/http/leave.server'
import { readForm } from '~/platform/http/read-form.server'
import { inTime } from '~/platform/time-limit'
import type { Route } from './+types/log-out'

export function loader() {
  return redirect(href('/'))
}

/**
 * Open to anybody; a no-op without a session. `redirectTo` may only be a path within the product (no open redirect).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const { redirectTo } = await readForm(request)
  const { auth } = context.get(houseContext)
  const to = redirectTo ? returnAddress(redirectTo) : href('/')
  const headers = new Headers()
  for (const cookie of await auth.sessions.signOut(context.get(visitorContext).headers)) {
    headers.append('Set-Cookie', cookie)
  }
  return leave(to, headers)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await inTime(serverAction(), longestLogOutMs)
  } catch (thrown) {
    // A thrown redirect means success. A network error or a time-out has logged nobody out.
    if (!(thrown instanceof Error)) await forgetMember()
    throw thrown
  }
}
