import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { hashOfSecret, keepSecret } from './guard-cookie.server'
import { openLink } from './guard-store.server'

/**
 * Whoever holds a guard's link, by a button and not by the visit: programs that look at links prove nothing. The
 * link went to one phone, so opening it proves the number too.
 */
export async function enterByLink(
  house: House,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[] }>> {
  const secret = values.nyckel ?? ''
  const entered = await openLink(house.db, hashOfSecret(secret), house.clock.now())
  if (!entered) {
    return refused('Länken gäller inte längre', { message: 'Be ditt företag att skicka en ny.' })
  }
  house.live.tell({ to: [`company:${entered.companyId}`], about: 'patrols' })
  return accepted({ cookies: [await keepSecret(secret, house.config.origin)] })
}
