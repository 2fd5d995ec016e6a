import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { assignShift, handBackShift, takeAllShifts, takeShift } from './give-shifts.server'
import { noteMoneyPaidOut } from './patrol-money.server'

const own = href('/dashboard/provider/shifts')

/** The form actions of a partner's shift page, by intent. */
export const partnerDeeds: Record<string, Deed> = {
  'take-shift': {
    does: ({ house, signedIn, values }) => takeShift(house, signedIn, values),
    says: { title: 'Passet är ert' },
    to: own,
  },
  'take-all': {
    does: ({ house, signedIn }) => takeAllShifts(house, signedIn),
    says: { title: 'De lediga passen är era' },
    to: own,
  },
  'hand-back': {
    does: ({ house, signedIn, values }) => handBackShift(house, signedIn, values),
    says: { title: 'Passet är ledigt igen', message: 'Ett annat företag kan ta det.' },
    to: own,
  },
}

/** The form actions of an administrator, which return to the postcode's page. */
export function adminDeeds(code: string): Record<string, Deed> {
  return {
    'assign-shift': {
      does: ({ house, signedIn, values }) => assignShift(house, signedIn, values),
      says: { title: 'Passet är ändrat' },
      to: href('/dashboard/admin/patrols/:code', { code }),
    },
    'note-patrol-payout': {
      does: ({ house, signedIn, values }) => noteMoneyPaidOut(house, signedIn, code, values),
      says: { title: 'Utbetalningen är noterad' },
      to: href('/dashboard/admin/patrols/:code', { code }),
    },
  }
}
