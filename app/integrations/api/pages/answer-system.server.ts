import type { Partner } from '~/alarms/public'
import { mayTry } from '~/door/attempts.server'
import type { House } from '~/platform/house.server'
import { houseContext, type PageContext, visitorContext } from '~/platform/http/contexts.server'
import { problem } from '~/platform/http/problem.server'
import type { ApiDeed } from '../../keys/api-deeds'
import { fits, readKey } from '../../keys/key-secret.server'
import { type FoundKey, findKey, markUsed } from '../../keys/key-store.server'

type Door = { request: Request; context: PageContext }

/** The authenticated caller: a company, by one of its API keys. */
export type AskingSystem = { house: House; key: FoundKey; actor: Partner }

const bearer = /^Bearer (\S{1,200})$/i
const usedAgainMs = 60_000

/**
 * The endpoint for companies' systems, authenticated by an API key that is looked up on each request and authorises its
 * deeds only. Whether the company may do it now is checked by each use case, as on the pages. Cookies are ignored.
 */
export async function answerSystem(
  { request, context }: Door,
  deed: ApiDeed,
  work: (asked: AskingSystem) => Promise<Response>,
): Promise<Response> {
  const house = context.get(houseContext)
  const { address } = context.get(visitorContext)
  if (!(await mayTry(house, 'api from an address', address))) return tooMany()
  const [, written = ''] = bearer.exec(request.headers.get('authorization') ?? '') ?? []
  const key = await openKey(house, written)
  if (!key) return (await mayTry(house, 'wrong api key', address)) ? unknown(written !== '') : tooMany()
  if (!(await mayTry(house, 'api by a key', key.id))) return tooMany()
  const now = house.clock.now()
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > usedAgainMs) await markUsed(house.db, key.id, now)
  if (!key.deeds.includes(deed)) {
    return problem(403, 'Nyckeln är inte till för det här. Skapa en som är det under Egna system.')
  }
  const { companyId, name, mark } = key
  return work({ house, key, actor: { kind: 'partner', companyId, guardId: null, via: 'api', key: { name, mark } } })
}

async function openKey({ db, clock }: House, written: string): Promise<FoundKey | null> {
  const given = readKey(written)
  const key = given && (await findKey(db, given.mark, clock.now()))
  return key && fits(given.secret, key.secretHash) ? key : null
}

function unknown(wasShown: boolean): Response {
  const detail = wasShown
    ? 'Nyckeln gäller inte. Den kan vara fel, tillbakatagen eller ha gått ut.'
    : 'Skicka "Authorization: Bearer <nyckel>". Nycklar skapar ni under Egna system.'
  return problem(401, detail, { 'WWW-Authenticate': wasShown ? 'Bearer error="invalid_token"' : 'Bearer' })
}

const tooMany = () => problem(429, 'För många frågor. Vänta en kvart.', { 'Retry-After': '900' })
