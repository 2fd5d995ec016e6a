import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { redeemFreeMonth } from './redeem-points.server'
import { approvePoints, takeBackPoints } from './take-back-points.server'

/** The forms of the member's points page, by intent. */
export const pointDeeds: Record<string, Deed> = {
  'redeem-free-month': {
    does: ({ house, signedIn, values }) => redeemFreeMonth(house, signedIn, values),
    says: { title: 'Du har fått en fri månad', message: 'Poängen är bytta, och ett mejl är på väg.' },
    to: href('/dashboard/customer/points'),
  },
}

/** The forms of the administrators' page, by intent. */
export const adminPointDeeds: Record<string, Deed> = {
  'take-back-points': {
    does: ({ house, signedIn, values }) => takeBackPoints(house, signedIn, values),
    says: { title: 'Poängen är tillbakatagna', message: 'Den det gäller får veta varför.' },
    to: href('/dashboard/admin/points'),
  },
  'approve-points': {
    does: ({ house, signedIn, values }) => approvePoints(house, signedIn, values),
    says: { title: 'Noterat', message: 'Det står inte kvar i listan.' },
    to: href('/dashboard/admin/points'),
  },
}
