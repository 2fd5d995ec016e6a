import { href } from 'react-router'
import type { Deed } from '~/accounts/public.server'
import { redeemFreeMonth } from './redeem-points.server'

/** What the form of the points' page does. */
export const pointDeeds: Record<string, Deed> = {
  'redeem-free-month': {
    does: ({ house, signedIn, values }) => redeemFreeMonth(house, signedIn, values),
    says: { title: 'Du har fått en fri månad', message: 'Poängen är bytta, och ett mejl är på väg.' },
    to: href('/dashboard/customer/points'),
  },
}
