import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { addNeighbour, describePostcode, removeNeighbour, setPostcodeState } from './change-postcode.server'

/** The form actions of the administrator's page about one postcode, by intent. */
export function postcodeDeeds(code: string): Record<string, Deed> {
  const to = href('/dashboard/admin/postcodes/:code', { code })
  return {
    'describe-postcode': {
      does: (asked) => describePostcode(asked, code),
      says: { title: 'Uppgifterna är sparade' },
      to,
    },
    'set-postcode-state': {
      does: (asked) => setPostcodeState(asked, code),
      says: { title: 'Läget är ändrat' },
      to,
    },
    'add-neighbour': { does: (asked) => addNeighbour(asked, code), says: { title: 'Grannen är tillagd' }, to },
    'remove-neighbour': { does: (asked) => removeNeighbour(asked, code), says: { title: 'Grannen är borttagen' }, to },
  }
}
