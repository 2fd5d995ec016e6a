import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { mendFault, reopenFault } from './mend-fault.server'

const to = href('/dashboard/admin/faults')

/** The form actions of a fault's page. */
export const faultDeeds: Record<string, Deed> = {
  'mend-fault': {
    does: ({ house, signedIn, values }) => mendFault(house, signedIn, values),
    says: { title: 'Felet är markerat som rättat', message: 'Händer det igen öppnas det av sig självt.' },
    to,
  },
  'reopen-fault': {
    does: ({ house, signedIn, values }) => reopenFault(house, signedIn, values),
    says: { title: 'Felet är öppet igen' },
    to,
  },
}
