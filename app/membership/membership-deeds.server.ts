import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { leaveMembership, stayMember, withdraw } from './course/change-course.server'

const to = href('/dashboard/customer/membership')

/**
 * The form actions of the membership's pages, by intent. Returning and cards redirect elsewhere, so their pages handle
 * them.
 */
export const membershipDeeds = {
  stay: {
    does: ({ house, signedIn }) => stayMember(house, signedIn),
    says: { title: 'Du är kvar', message: 'Uppsägningen är borttagen, och allt är som förut.' },
    to,
  },
  leave: {
    does: ({ house, signedIn, values }) => leaveMembership(house, signedIn, values),
    says: { title: 'Uppsägningen är mottagen', message: 'Du har fått ett kvitto på den med mejl.' },
    to: href('/dashboard/customer/membership/leave'),
  },
  withdraw: {
    does: ({ house, signedIn, values }) => withdraw(house, signedIn, values),
    says: { title: 'Avtalet är ångrat', message: 'Du har fått en bekräftelse med mejl.' },
    to: href('/dashboard/customer/membership/withdraw'),
  },
} satisfies Record<string, Deed>
