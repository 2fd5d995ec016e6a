import { data } from 'react-router'
import { houseContext, visitorContext } from '~/platform/house.server'
import type { Route } from './+types/token'

/** A ten-minute access token for a program of the person who is logged in. */
export async function action({ context }: Route.ActionArgs) {
  const { auth } = context.get(houseContext)
  const token = await auth.tokens.accessToken(context.get(visitorContext).headers)
  const headers = { 'Cache-Control': 'no-store' }
  return token ? data({ token }, { headers }) : data({ error: 'not signed in' }, { status: 401, headers })
}
