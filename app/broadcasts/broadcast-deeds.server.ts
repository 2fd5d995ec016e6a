import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { declineBroadcast, discardBroadcast, releaseBroadcast, stopBroadcast } from './decide-broadcast.server'
import { askBroadcast } from './write-broadcast.server'

/** The form actions of the administrator's page about one broadcast, by intent. */
export function broadcastDeeds(id: string): Record<string, Deed> {
  const to = href('/dashboard/admin/broadcasts/:id', { id })
  return {
    release: {
      does: (asked) => releaseBroadcast(asked, id),
      says: { title: 'Utskicket är på väg', message: 'Du ser här hur det går.' },
      to,
    },
    decline: {
      does: ({ house, signedIn, values }) => declineBroadcast(house, signedIn, id, values),
      says: { title: 'Utskicket är avböjt', message: 'Företaget har fått veta varför.' },
      to,
    },
    discard: {
      does: ({ house, signedIn }) => discardBroadcast(house, signedIn, id),
      says: { title: 'Utkastet är borta' },
      to: href('/dashboard/admin/broadcasts'),
    },
    stop: {
      does: ({ house, signedIn }) => stopBroadcast(house, signedIn, id),
      says: { title: 'Utskicket är stoppat', message: 'Det som redan hade gått iväg går inte att ta tillbaka.' },
      to,
    },
  }
}

/** The form actions of a partner's page, by intent. */
export function ownBroadcastDeeds(id: string): Record<string, Deed> {
  const to = href('/dashboard/provider/broadcasts')
  return {
    ask: {
      does: ({ house, signedIn, values }) => askBroadcast(house, signedIn, values),
      says: { title: 'Utskicket väntar på godkännande', message: 'Vi läser det och hör av oss.' },
      to,
    },
    stop: {
      does: ({ house, signedIn }) => stopBroadcast(house, signedIn, id),
      says: { title: 'Utskicket är stoppat', message: 'Det som redan hade gått iväg går inte att ta tillbaka.' },
      to,
    },
  }
}
