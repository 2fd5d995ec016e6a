import type { House, Visitor } from '~/platform/house.server'
import { ownCookie } from '~/platform/http/cookie.server'
import { hashOfToken, newLinkToken } from '../recovery/secret-link.server'
import { isKnown, knownForDays, rememberToken, type Who } from './known-browser-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config'>

/**
 * The cookie of a browser that has logged in before. It authenticates nobody: it only gives the browser a rate limit of
 * its own, so that strangers who guess passwords do not lock the owner out.
 */
const browserCookie = (secure: boolean) =>
  ownCookie('kvartera.browser', { secure, maxAge: knownForDays * 24 * 60 * 60 })

async function tokenOf({ headers }: Visitor): Promise<string | null> {
  const kept: unknown = await browserCookie(false).parse(headers.get('cookie'))
  return typeof kept === 'string' && kept.length === 43 ? kept : null
}

/** The rate-limit key of a browser known to this account. Null for an unknown browser. */
export async function knownBrowser({ db, clock }: Ports, visitor: Visitor, who: Who): Promise<string | null> {
  const token = await tokenOf(visitor)
  if (token === null) return null
  const hash = hashOfToken(token)
  return (await isKnown(db, hash, who, clock.now())) ? hash : null
}

/** Makes the browser known to the account after a login. Returns the new cookie. */
export async function rememberBrowser(
  { db, clock, config }: Ports,
  visitor: Visitor,
  profileId: string,
): Promise<string> {
  const had = await tokenOf(visitor)
  const { token, tokenHash } = newLinkToken()
  await rememberToken(db, profileId, { before: had && hashOfToken(had), after: tokenHash }, clock.now())
  return browserCookie(config.origin.startsWith('https:')).serialize(token)
}
