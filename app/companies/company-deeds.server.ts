import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { addClosedDays, closeHolidays, removeClosedDays } from './hours/plan-closed-days.server'
import { saveCapacity, saveHours } from './hours/save-hours.server'
import { savePayWays } from './paying/save-pay-ways.server'
import { saveCompany } from './save-company.server'

const company = href('/dashboard/provider/company')
const hours = href('/dashboard/provider/company/hours')

/** The form actions for the own company, by intent. */
export const companyDeeds: Record<string, Deed> = {
  'save-company': {
    does: ({ house, signedIn, values }) => saveCompany(house, signedIn, values),
    says: { title: 'Uppgifterna är sparade' },
    to: company,
  },
}

export const payWayDeeds: Record<string, Deed> = {
  'save-pay-ways': {
    does: ({ house, signedIn, values }) => savePayWays(house, signedIn, values),
    says: { title: 'Betalsätten är sparade', message: 'Kunderna ser dem innan de bokar.' },
    to: href('/dashboard/provider/company/payment'),
  },
}

export const hoursDeeds: Record<string, Deed> = {
  'save-hours': {
    does: ({ house, signedIn, values }) => saveHours(house, signedIn, values),
    says: { title: 'Öppettiderna är sparade' },
    to: hours,
  },
  'add-closed-days': {
    does: ({ house, signedIn, values }) => addClosedDays(house, signedIn, values),
    says: { title: 'Dagarna är sparade', message: 'Ingen kan boka er då.' },
    to: hours,
    section: 'stangt',
  },
  'close-holidays': {
    does: ({ house, signedIn, values }) => closeHolidays(house, signedIn, values),
    says: { title: 'Stängt på helgdagar', message: 'En dag som ni redan är bokade står kvar som öppen i listan.' },
    to: hours,
    section: 'helgdagar',
  },
  'remove-closed-days': {
    does: ({ house, signedIn, values }) => removeClosedDays(house, signedIn, values),
    says: { title: 'Perioden är borttagen' },
    to: hours,
    section: 'stangt',
  },
  'save-capacity': {
    does: ({ house, signedIn, values }) => saveCapacity(house, signedIn, values),
    says: { title: 'Antalet är sparat' },
    to: hours,
    section: 'samtidigt',
  },
}
