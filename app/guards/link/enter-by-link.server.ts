import { isWithinTotal } from '~/accounts/public.server'
import { mayTry } from '~/door/attempts.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { browserKey, hashOfSecret, keepSecret } from './guard-cookie.server'
import { textLink } from './guard-link.server'
import { openLink, readGuardOfHash } from './link-store.server'

/**
 * Opens a guard's link by a button press; a mere GET must not, since mail and SMS programs prefetch links. The link was
 * sent to one phone, so opening it verifies the number too. The first browser keeps access; any later one is refused
 * and told how to get a link of its own. `mark` is the cookie that the browser got when it loaded the page.
 */
export async function enterByLink(
  house: House,
  values: Record<string, string>,
  mark: string,
): Promise<Outcome<{ cookies: string[] }>> {
  const secret = values.nyckel ?? ''
  const key = browserKey(mark, secret)
  const hashes = { linkHash: hashOfSecret(secret), browserHash: hashOfSecret(key) }
  const entered = await openLink(house.db, hashes, house.clock.now())
  house.log.security({ kind: entered ? 'login' : 'login failed', actorId: entered?.id, what: 'guard link' })
  if (!entered) {
    return (await mayAskForLink(house.db, secret))
      ? refused('Länken är redan öppnad, eller för gammal', {
          message: 'En länk öppnas på en telefon. Be om en ny här nedanför: den kommer som SMS till ditt nummer.',
        })
      : refused('Länken gäller inte längre', { message: 'Be ditt företag att skicka en ny.' })
  }
  house.live.tell({ to: [`company:${entered.companyId}`], about: 'patrols' })
  return accepted({ cookies: [await keepSecret(house, key)] })
}

/** Whoever may be sent a new link to their verified number: not if the link was revoked or replaced. */
async function readAsking(db: Database, secret: string | null) {
  const known = secret ? await readGuardOfHash(db, hashOfSecret(secret)) : undefined
  return known?.isPhoneProven && known.phone ? { ...known, phone: known.phone } : null
}

/** Whether to offer a new link to a browser that has this link's secret or this key. */
export const mayAskForLink = async (db: Database, secret: string | null) => (await readAsking(db, secret)) !== null

/**
 * A guard whose link is used or expired requests a new one. It is sent to the verified number only, and the present
 * browser keeps access until the new link is opened: so somebody who found an old link gains nothing by it.
 */
export async function askForNewLink(house: House, secret: string): Promise<Outcome<null>> {
  const failure = 'Länken är inte skickad'
  const known = await readAsking(house.db, secret)
  if (!known) return refused(failure, { message: 'Be ditt företag att skicka en ny.' })
  if (!(await mayTry(house, 'guard link again', known.id)) || !(await isWithinTotal(house))) {
    return refused(failure, { message: 'Det har nyss skickats många länkar. Vänta en stund och försök igen.' })
  }
  const { id, companyId, phone } = known
  await house.db
    .transaction()
    .execute((db) => textLink({ ...house, db }, { id, companyId, phone }, { keepsBrowser: true }))
  house.wake('sms')
  return accepted(null)
}
