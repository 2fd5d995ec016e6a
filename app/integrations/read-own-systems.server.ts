import { isFresh } from '~/accounts/public'
import { readAreas, readPostcodesAround, requireOwnCompany } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { readHooks } from './hooks/hook-store.server'
import { readKeys } from './keys/key-store.server'

/** One's own company's keys and webhooks. Null if it is no security partner. */
export async function readOwnSystems({ db, clock, config }: House, signedIn: SignedIn) {
  const company = await requireOwnCompany(db, signedIn)
  if (!company.is_security_partner) return null
  const now = clock.now()
  const areas = await readAreas(db, company.id)
  const around = await readPostcodesAround(db, company.id)
  return {
    now,
    origin: config.origin,
    isFresh: isFresh(signedIn, now),
    postcodes: around.map((code) => ({ code, isOwn: areas.includes(code) })),
    keys: await readKeys(db, company.id),
    hooks: await readHooks(db, company.id),
  }
}
