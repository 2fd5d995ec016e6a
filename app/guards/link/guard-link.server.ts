import { deleteSubscriptionsOf } from '~/notifications/public.server'
import { sendSecretSms } from '~/outbox/public.server'
import type { House } from '~/platform/house.server'
import { PRODUCT_NAME } from '~/shared/product'
import { newLinkSecret } from './guard-cookie.server'
import { setLink } from './link-store.server'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'keys'>
type Receiver = { id: string; companyId: string; phone: string }

/**
 * Creates a link in place of the previous one and sends it to the guard's phone; nobody else sees it. When the company
 * asks, because the phone was lost or changed, the old browser loses access and push. When the guard asks
 * (`keepsBrowser`), the browser keeps access until the new link is opened, so that nobody who finds an old link can
 * lock the guard out.
 */
export async function textLink(
  { db, clock, config, keys }: Ports,
  { id, companyId, phone }: Receiver,
  { keepsBrowser }: { keepsBrowser: boolean } = { keepsBrowser: false },
) {
  const { secret, hash } = newLinkSecret()
  await setLink(db, companyId, id, { hash, keepsBrowser }, clock.now())
  if (!keepsBrowser) await deleteSubscriptionsOf(db, { kind: 'guard', id })
  const address = new URL('/vakt/in', config.origin)
  address.searchParams.set('nyckel', secret)
  const text = `Din egen sida som väktare hos ${PRODUCT_NAME}. Den öppnas på en telefon. Lämna inte länken till någon.\n${address}`
  const sms = { recipient: phone, subject: 'Väktarens egen länk', text, urgency: 'awaited' } as const
  await sendSecretSms(db, { kind: 'guard link', ...sms }, { keys, secret: address.toString() })
}
