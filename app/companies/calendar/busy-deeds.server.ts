import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { removeBusyCalendar, saveBusyCalendar } from './busy-calendar.server'

const to = `${href('/dashboard/provider/bookings/calendar')}`

/** The form actions for the company's own calendar, by intent. */
export const busyDeeds = {
  'save-busy': {
    does: ({ house, signedIn, values }) => saveBusyCalendar(house, signedIn, values),
    says: { title: 'Länken är sparad', message: 'Vi läser kalendern inom någon minut, och sedan var femtonde minut.' },
    to,
    section: 'upptagen',
  },
  'remove-busy': {
    does: ({ house, signedIn }) => removeBusyCalendar(house, signedIn),
    says: { title: 'Länken är borttagen', message: 'Det som stod i kalendern hindrar ingen bokning längre.' },
    to,
    section: 'upptagen',
  },
} satisfies Record<string, Deed>
