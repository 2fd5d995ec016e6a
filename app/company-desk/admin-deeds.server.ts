import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { revokeReward } from '~/membership/public.server'
import { slotDeeds } from '~/sponsorship/public.server'
import { checkPermit, removePermit } from './check-permit.server'
import { removePhoto } from './remove-photo.server'
import { approveCompany, declineNames, hideCompany, restoreCompany } from './review-company.server'

/** The form actions of the admin's page about a company, by intent. */
export function adminDeeds(id: string): Record<string, Deed> {
  const to = href('/dashboard/admin/companies/:id', { id })
  return {
    'approve-company': {
      does: ({ house, signedIn, values }) => approveCompany(house, signedIn, id, values),
      says: { title: 'Företaget är godkänt' },
      to,
    },
    'decline-names': {
      does: ({ house, signedIn, values }) => declineNames(house, signedIn, id, values),
      says: { title: 'Namnet är som förut', message: 'Företaget har fått veta varför.' },
      to,
    },
    'hide-company': {
      does: ({ house, signedIn, values }) => hideCompany(house, signedIn, id, values),
      says: { title: 'Företaget är dolt', message: 'Det har fått veta varför.' },
      to,
    },
    'restore-company': {
      does: ({ house, signedIn, values }) => restoreCompany(house, signedIn, id, values),
      says: { title: 'Företaget syns igen', message: 'Det har fått ett mejl.' },
      to,
    },
    'remove-photo': {
      does: ({ house, signedIn, values }) => removePhoto(house, signedIn, id, values),
      says: { title: 'Bilden är borttagen', message: 'Företaget har fått veta varför.' },
      to,
    },
    'check-permit': {
      does: ({ house, signedIn, values }) => checkPermit(house, signedIn, id, values),
      says: { title: 'Tillståndet och områdena är sparade' },
      to,
    },
    'remove-permit': {
      does: ({ house, signedIn, values }) => removePermit(house, signedIn, id, values),
      says: { title: 'Tillståndet är borttaget', message: 'Företaget får inga larm.' },
      to,
    },
    'revoke-reward': {
      does: ({ house, signedIn, values }) => revokeReward(house, signedIn, id, values),
      says: { title: 'Månaderna är tillbakatagna', message: 'Har en medlem fått dem, så har hen fått ett mejl.' },
      to,
    },
    ...slotDeeds(id, to),
  }
}
