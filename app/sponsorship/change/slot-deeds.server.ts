import type { Deed } from '~/door/deed.server'
import { activateSlots } from '../activate-slots.server'
import { releaseSlot } from './release-slot.server'

/** The form actions of SlotsSection on an admin's page about a company, by intent. `to` is that page. */
export function slotDeeds(companyId: string, to: string): Record<string, Deed> {
  return {
    'activate-slots': {
      does: ({ house, signedIn, values }) => activateSlots(house, signedIn, companyId, values),
      says: { title: 'Betalningen är noterad', message: 'Paketet är aktivt, och företaget har fått ett mejl.' },
      to,
    },
    'release-slot': {
      does: ({ house, signedIn, values }) => releaseSlot(house, signedIn, companyId, values),
      says: { title: 'Månaden är släppt', message: 'Den går att boka igen, och företaget har fått veta varför.' },
      to,
    },
  }
}
