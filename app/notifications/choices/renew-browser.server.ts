import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { browserForm, keyOf } from './browser-form'
import { deleteSubscription, lockSubscriptionAt, updateAddress } from './push-store.server'

const renewalForm = browserForm.extend({ old: z.url().max(1000), oldAuth: keyOf(16) })

/**
 * `renewed`: the new address is the browser's here, now or since it said so before. `unknown`: nobody has the old address with that secret.
 * `taken`: the new address is somebody's already, who registered it.
 */
export type Renewal = 'renewed' | 'unknown' | 'taken' | 'refused' | 'too many'

/**
 * A browser whose push service gave it another address says so by itself, with nobody there: the session may be over long since. What
 * proves that it is the same browser is the secret of the old subscription, which the browser made and told us alone; the push service, and
 * whoever has seen an address, does not have it. The row stays whose it was, with what waits to be sent to it.
 */
export async function renewBrowser(
  house: Pick<House, 'db' | 'clock' | 'log' | 'push'>,
  visitor: Pick<Visitor, 'address'>,
  values: Record<string, string>,
): Promise<Renewal> {
  const form = parseForm(renewalForm, values, '')
  if (!form.ok || !house.push.accepts(form.value.endpoint)) return 'refused'
  if (!(await mayTry(house, 'push renewed from an address', visitor.address))) return 'too many'
  const { old, oldAuth, ...browser } = form.value
  return house.db.transaction().execute(async (db) => {
    const row = await lockSubscriptionAt(db, old)
    const there = old === browser.endpoint ? undefined : await lockSubscriptionAt(db, browser.endpoint)
    const isThere = there !== undefined && isSame(there.auth, browser.auth)
    // The answer to the first time was lost, and the browser says it again: told that nobody knows it, it would say no more.
    if (!row || !isSame(row.auth, oldAuth)) return isThere ? 'renewed' : 'unknown'
    if (!there) {
      await updateAddress(db, row.id, browser)
      return 'renewed'
    }
    if (!isThere || there.ownerKind !== row.ownerKind || there.ownerId !== row.ownerId) return 'taken'
    // A page has registered it meanwhile.
    await deleteSubscription(db, row.id)
    return 'renewed'
  })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer]
  return a.length === b.length && timingSafeEqual(a, b)
}
