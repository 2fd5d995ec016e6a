import { createHash } from 'node:crypto'
import { mayTry } from '~/door/attempts.server'
import type { House, Visitor } from '~/platform/house.server'
import { idOfHex } from '~/shared/asked'
import { accepted, type Outcome, refused } from '~/shared/outcome'
import { dayOf } from '~/shared/time'
import { type ContactMessage, parseContactMessage } from './contact-message'
import { insertContactMessage } from './contact-store.server'

/** Anybody may send a question. The same form sent twice is one question. */
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
  const now = house.clock.now()
  await insertContactMessage(house.db, { ...message.value, key: keyOf(message.value, dayOf(now)) }, now)
  house.live.tell({ to: ['admin'], about: 'messages' })
  return accepted(null)
}

/** Idempotency key: hash of content and day. The form's page is the same for everybody, so it can carry no key. */
function keyOf(message: ContactMessage, day: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...message, day }))
    .digest('hex')
  return idOfHex(hash.slice(0, 32))
}
