import { href, redirect } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import { redirectWithCookies } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { returnAddress } from '../return-address'
import type { Route } from './+types/log-out'

export function loader() {
  return redirect(href('/'))
}

/** Anyone may; without a session there is nothing to end. The form may say where to go on, within the product. */
export async function action({ request, context }: Route.ActionArgs) {
  const { redirectTo } = await readForm(request)
  const { auth } = context.get(houseContext)
  const to = redirectTo ? returnAddress(redirectTo) : href('/')
  return redirectWithCookies(to, await auth.sessions.signOut(context.get(visitorContext).headers))
}
