import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { browserForm, keyOf } from './browser-form'
import { deleteSubscription, lockSubscriptionAt, updateAddress } from './push-store.server'

const renewalForm = browserForm.extend({ old: z.url().max(1000), oldAuth: keyOf(16) })

/**
 * `renewed`: the new endpoint is now stored for the browser, or already was. `unknown`: no subscription has the old
 * endpoint and secret. `taken`: the new endpoint is registered to somebody else.
 */
export type Renewal = 'renewed' | 'unknown' | 'taken' | 'refused' | 'too many'

/**
 * Moves a subscription to a new endpoint after the push service changed it (pushsubscriptionchange). The service worker
 * calls this without a session, so the old subscription's secret authenticates: only the browser and we know it, not
 * the push service or whoever saw the endpoint. The row keeps its owner and the messages queued for it.
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
    // A retry after the first response was lost: answer `renewed`, since after `unknown` the browser would give up.
    if (!row || !isSame(row.auth, oldAuth)) return isThere ? 'renewed' : 'unknown'
    if (!there) {
      await updateAddress(db, row.id, browser)
      return 'renewed'
    }
    if (!isThere || there.ownerKind !== row.ownerKind || there.ownerId !== row.ownerId) return 'taken'
    // A page has registered the new endpoint for the same owner meanwhile.
    await deleteSubscription(db, row.id)
    return 'renewed'
  })
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer]
  return a.length === b.length && timingSafeEqual(a, b)
}
