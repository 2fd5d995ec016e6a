import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { removeCentre, saveCentre } from '../save-centre.server'
import { sendTest } from '../send-test.server'

const to = href('/dashboard/provider/centre')

/** The form actions of a partner's centre page, by intent. */
export const centreDeeds: Record<string, Deed> = {
  'save-centre': {
    does: ({ house, signedIn, values }) => saveCentre(house, signedIn, values),
    says: { title: 'Larmcentralen är sparad', message: 'Skicka ett prov, så vet ni att den tar emot.' },
    to,
  },
  'send-test': {
    does: ({ house, signedIn }) => sendTest(house, signedIn),
    // The centre's answer is shown in the list of signals.
    says: { title: 'Provet är gjort', message: 'Under Senast sänt står hur det gick.' },
    to,
    section: 'lage',
  },
  'remove-centre': {
    does: ({ house, signedIn }) => removeCentre(house, signedIn),
    says: { title: 'Larmcentralen är borttagen', message: 'Larm går som vanligt till era väktare.' },
    to,
  },
}
