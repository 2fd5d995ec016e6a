import { statusOf } from '~/door/answer.server'
import { mayTry } from '~/door/attempts.server'
import { TurnedAway } from '~/door/turned-away'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { houseContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'
import { problem } from '~/platform/http/problem.server'
import { type DeadEnd, isDeadEnd } from '~/shared/outcome'
import type { Role } from '~/shared/role'
import { readSignedIn } from '../../login/session-store.server'

type Door = { request: Request; context: PageContext }
type Asked = { house: House; signedIn: SignedIn; search: URLSearchParams }

const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i
const longestToken = 4_000
const reading = ['GET', 'HEAD']

/**
 * A read-only endpoint for programs, authenticated by an access token; it returns what the token's owner may read.
 * Cookies are ignored, so another site cannot make a browser ask (CSRF). The session that the token was made in is
 * looked up on each request, so the token ends with the session, with a block and with a change of role.
 */
export async function answerProgram(
  { request, context }: Door,
  allowed: readonly Role[],
  read: (asked: Asked) => Promise<object>,
): Promise<Response> {
  if (!reading.includes(request.method)) return wrongMethod(reading)
  const house = context.get(houseContext)
  const { address } = context.get(visitorContext)
  if (!(await mayTry(house, 'api from an address', address))) return tooMany()
  const [, token = ''] = bearer.exec(request.headers.get('authorization') ?? '') ?? []
  const claims = token && token.length <= longestToken ? await house.auth.tokens.read(token) : null
  const signedIn = claims && (await readSignedIn(house.db, claims, address, house.clock.now()))
  if (!signedIn) {
    const challenge = token ? 'Bearer error="invalid_token"' : 'Bearer'
    const detail =
      'Send "Authorization: Bearer <token>". POST /api/token gives one, for ten minutes, to who is logged in.'
    return problem(401, detail, { 'WWW-Authenticate': challenge })
  }
  if (!(await mayTry(house, 'api for somebody', signedIn.person.id))) return tooMany()
  if (!allowed.includes(signedIn.person.role)) return problem(403, `This is for: ${allowed.join(', ')}.`)
  const { searchParams: search } = new URL(request.url)
  try {
    const found = await read({ house, signedIn, search })
    if (isDeadEnd(found)) return nothingHere(found)
    return Response.json(found, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (error instanceof TurnedAway) return nothingHere(error)
    throw error
  }
}

const nothingHere = (ended: DeadEnd | TurnedAway) => problem(statusOf(ended), 'There is nothing here for you.')

/** 405: the endpoint supports only the allowed methods. */
export function wrongMethod(allowed: readonly string[] = reading): Response {
  return problem(405, `Use ${allowed.join(' or ')}.`, { Allow: allowed.join(', ') })
}

export function tooMany(): Response {
  return problem(429, 'Too many requests. Wait a quarter of an hour.', { 'Retry-After': '900' })
}
