import { createHash, randomBytes } from 'node:crypto'
import type { Database } from '~/platform/database/database.server'
import type { House, Visitor } from '~/platform/house.server'

export type ChallengePurpose = 'log in' | 'add' | 'confirm'

const lifeSeconds = 10 * 60

/** Under https the `__Host-` prefix: neither a sibling subdomain nor a plain-HTTP response can set the cookie. */
const cookieName = (origin: string) => (origin.startsWith('https://') ? '__Host-kvartera.passkey' : 'kvartera.passkey')

/**
 * Creates a challenge for a passkey to sign: single use, valid ten minutes, bound to this browser by an HttpOnly cookie
 * of which only the hash is stored.
 */
export async function makeChallenge(
  { db, clock }: Pick<House, 'db' | 'clock'>,
  visitor: Visitor,
  purpose: ChallengePurpose,
): Promise<{ challenge: string; cookies: string[] }> {
  const challenge = randomBytes(32).toString('base64url')
  const browser = browserSecret(visitor) ?? randomBytes(32).toString('base64url')
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge,
      browser_hash: hash(browser),
      purpose,
      profile_id: purpose === 'log in' ? null : (visitor.signedIn?.person.id ?? null),
      expires_at: new Date(clock.now().getTime() + lifeSeconds * 1000),
    })
    .execute()
  const secure = visitor.origin.startsWith('https://') ? '; Secure' : ''
  const cookie = `${cookieName(visitor.origin)}=${browser}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${lifeSeconds}${secure}`
  return { challenge, cookies: [cookie] }
}

/**
 * Consumes a challenge, whether or not its answer turns out valid. False if it is not this browser's, expired or
 * already used.
 */
export async function takeChallenge(
  { db, clock }: { db: Database; clock: House['clock'] },
  visitor: Visitor,
  purpose: ChallengePurpose,
  challenge: string,
): Promise<boolean> {
  const browser = browserSecret(visitor)
  if (!browser) return false
  const personId = purpose === 'log in' ? null : (visitor.signedIn?.person.id ?? null)
  const taken = await db
    .deleteFrom('passkey_challenges')
    .where('challenge', '=', challenge)
    .where('browser_hash', '=', hash(browser))
    .where('purpose', '=', purpose)
    .where('profile_id', 'is not distinct from', personId)
    .where('expires_at', '>', clock.now())
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

function browserSecret({ headers, origin }: Visitor): string | null {
  const name = cookieName(origin)
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return value && /^[\w-]{43}$/.test(value) ? value : null
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
