import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import { blockPerson, unblockPerson } from './block-person.server'
import { correctPostcode } from './correct-postcode.server'
import { givePersonMonths } from './give-person-months.server'
import { changeRole } from './role/change-role.server'
import { sendPersonMail } from './send-person-mail.server'
import { signOutPerson } from './sign-out-person.server'

/** The form actions of the admin's page about a person, by intent. */
export function personDeeds(id: string): Record<string, Deed> {
  const to = href('/dashboard/admin/users/:id', { id })
  return {
    'change-role': { does: (asked) => changeRole(asked, id), says: { title: 'Rollen är ändrad' }, to },
    'block-person': {
      does: (asked) => blockPerson(asked, id),
      says: { title: 'Kontot är spärrat', message: 'Personen är utloggad överallt och har fått veta varför.' },
      to,
    },
    'unblock-person': {
      does: (asked) => unblockPerson(asked, id),
      says: { title: 'Spärren är borta', message: 'Personen har fått ett mejl och kan logga in igen.' },
      to,
    },
    'sign-out-person': {
      does: (asked) => signOutPerson(asked, id),
      says: { title: 'Utloggad överallt' },
      to,
    },
    'send-person-mail': {
      does: (asked) => sendPersonMail(asked, id),
      says: { title: 'Mejlet är på väg' },
      to,
    },
    'correct-postcode': { does: (asked) => correctPostcode(asked, id), says: { title: 'Postnumret är rättat' }, to },
    'give-months': {
      does: (asked) => givePersonMonths(asked, id),
      says: { title: 'Månaderna är givna', message: 'Medlemmen har fått ett mejl.' },
      to,
    },
  }
}
