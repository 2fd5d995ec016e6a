import { data } from 'react-router'
import { mayTry } from '~/door/attempts.server'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { problem } from '~/platform/http/problem.server'
import type { Route } from './+types/token'
import { tooMany, wrongMethod } from './answer-program.server'

export const loader = () => wrongMethod(['POST'])

/** Issues a ten-minute access token for the signed-in person: docs/api.md. */
export async function action({ request, context }: Route.ActionArgs) {
  if (request.method !== 'POST') return wrongMethod(['POST'])
  const house = context.get(houseContext)
  const { signedIn, headers } = context.get(visitorContext)
  if (!signedIn) return problem(401, 'Log in first.')
  if (!(await mayTry(house, 'api token', signedIn.person.id))) return tooMany()
  const token = await house.auth.tokens.accessToken(headers)
  return token
    ? data({ token, expiresIn: 600 }, { headers: { 'Cache-Control': 'no-store' } })
    : problem(401, 'Log in first.')
}
