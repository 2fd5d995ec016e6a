import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { parseContactMessage } from './contact-message'
import { insertContactMessage } from './contact-store.server'

/** Anyone may ask something. The same form sent twice is one question. */
export async function saveContactMessage(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const message = parseContactMessage(values)
  if (!message.ok) return message
  if (house.config.contactDelivery === 'off') return accepted(null)
  if (!(await mayTry(house, 'contact message', visitor.address))) {
    return refused('Meddelandet är inte skickat', {
      message: 'Det har kommit många meddelanden härifrån. Vänta en timme och försök igen.',
    })
  }
  await insertContactMessage(house.db, message.value, house.clock.now())
  house.live.tell({ to: ['admin'], about: 'messages' })
  return accepted(null)
}
