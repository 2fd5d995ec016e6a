import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { renewFeed, revokeFeed } from './follow-calendar.server'

/** The forms about a feed's address, by intent. */
export const memberFeedDeeds = feedDeeds(href('/dashboard/customer/bookings/calendar'))
export const companyFeedDeeds = feedDeeds(href('/dashboard/provider/bookings/calendar'))

function feedDeeds(to: string) {
  return {
    'make-feed': {
      does: ({ house, signedIn }) => renewFeed(house, signedIn),
      says: { title: 'Länken är klar', message: 'Lägg till den i kalendern.' },
      to,
    },
    'renew-feed': {
      does: ({ house, signedIn }) => renewFeed(house, signedIn),
      says: { title: 'Länken är bytt', message: 'Den gamla slutade gälla nu.' },
      to,
    },
    'revoke-feed': {
      does: ({ house, signedIn }) => revokeFeed(house, signedIn),
      says: { title: 'Länken är borttagen', message: 'Ingen kalender följer bokningarna längre.' },
      to,
    },
  } satisfies Record<string, Deed>
}
