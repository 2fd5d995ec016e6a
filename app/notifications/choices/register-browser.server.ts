import { deviceName } from '~/accounts/public'
import { insertPushes } from '~/outbox/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { anId } from '~/shared/id'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { browserForm } from './browser-form'
import {
  deleteOwnSubscription,
  type PushOwner,
  readSubscriptionsOf,
  trimSubscriptions,
  upsertSubscription,
} from './push-store.server'

const failure = 'Push är inte påslaget'
/** The most browsers of an owner; the oldest is removed. */
const mostBrowsers = 10

/** Registers this browser for pushes. Precondition: the caller has authenticated the owner. */
export async function registerBrowser(
  house: House,
  visitor: Visitor,
  owner: PushOwner,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(browserForm, values, failure)
  if (!form.ok || !house.push.accepts(form.value.endpoint)) {
    return refused(failure, { message: 'Webbläsaren svarade något vi inte förstår. Ladda om sidan och försök igen.' })
  }
  const device = deviceName(visitor.headers.get('user-agent'))
  const isRegistered = await house.db.transaction().execute(async (db) => {
    if (!(await upsertSubscription(db, owner, { ...form.value, device }, house.clock.now()))) return false
    await trimSubscriptions(db, owner, mostBrowsers)
    return true
  })
  if (isRegistered) return accepted(null)
  return refused(failure, { message: 'Webbläsarens adress hör till en annan enhet. Ladda om sidan och försök igen.' })
}

/** Removes one of one's own browsers. */
export async function removeBrowser(
  house: House,
  { person }: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const id = anId().safeParse(values.browser)
  if (id.success) await deleteOwnSubscription(house.db, { kind: 'person', id: person.id }, id.data)
  return accepted(null)
}

/** Sends a test push to each of one's own browsers at once. */
export async function tryPush(house: House, { person }: SignedIn): Promise<Outcome<null>> {
  const browsers = await readSubscriptionsOf(house.db, { kind: 'person', id: person.id })
  if (browsers.length === 0) return refused('Provet är inte skickat', { message: 'Slå på push i en webbläsare först.' })
  const words = {
    title: 'Det fungerar',
    body: 'Så här ser det ut när vi hör av oss.',
    path: '/dashboard/account/notices',
  }
  await insertPushes(
    house.db,
    browsers.map(({ id }) => ({ kind: 'push tried', subscriptionId: id, ...words, personId: person.id, quiet: false })),
  )
  house.wake('push')
  return accepted(null)
}
