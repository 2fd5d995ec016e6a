import { houseContext } from '~/platform/http/contexts.server'
import { hearCardEvent } from '../hear-card-event.server'
import type { Route } from './+types/stripe-webhook'

/** Where the card provider tells what happened. Whoever has not signed it is told nothing, and nothing is done. */
export async function action({ request, context }: Route.ActionArgs) {
  const house = context.get(houseContext)
  const signature = request.headers.get('stripe-signature') ?? ''
  const event = house.cards?.desk.hear(await request.text(), signature, house.clock.now())
  if (!event) return new Response('not heard', { status: 400 })
  const heard = await hearCardEvent(house, event)
  // The provider tells again what was not taken.
  return heard === 'later' ? new Response('later', { status: 503 }) : new Response('ok')
}
