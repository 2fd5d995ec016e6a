import { deleteSubscriptionsOf, sendSms } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { PRODUCT_NAME } from '~/shared/product'
import { newLinkSecret } from './guard-cookie.server'
import { setLink } from './own-guards-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config'>
type Receiver = { id: string; companyId: string; phone: string }

/** Makes a new link, in place of the one before, and sends it to the guard's phone: nobody else ever sees it. */
export async function textLink({ db, clock, config }: Ports, { id, companyId, phone }: Receiver) {
  const { secret, hash } = newLinkSecret()
  await setLink(db, companyId, id, hash, clock.now())
  // A phone that was lost, or changed, is not pushed to either.
  await deleteSubscriptionsOf(db, { kind: 'guard', id })
  const address = new URL('/vakt/in', config.origin)
  address.searchParams.set('nyckel', secret)
  await sendSms(db, {
    kind: 'guard link',
    recipient: phone,
    subject: 'Väktarens egen länk',
    text: `Din egen sida som väktare hos ${PRODUCT_NAME}. Lämna inte länken till någon.\n${address}`,
    urgency: 'awaited',
  })
}
