import { houseContext } from '~/platform/http/contexts.server'
import { hearCardEvent } from '../hear-card-event.server'
import type { Route } from './+types/stripe-webhook'

/** The card provider's webhook. An unsigned request gets 400 and changes nothing. */
export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const signature = request.headers.get('stripe-signature') ?? ''
  const event = house.cards?.desk.hear(await request.text(), signature, house.clock.now())
  if (!event) return new Response('not heard', { status: 400 })
  const heard = await hearCardEvent(house, event)
  // 503 makes the provider deliver the event again.
  return heard === 'later' ? new Response('later', { status: 503 }) : new Response('ok')
}
