import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { writeStartMark } from './start-store.server'

type Ports = Pick<House, 'db' | 'clock'>

/** A person, about their own list: it is seen no more, or again. */
export async function putStartAway({ db, clock }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { put_away_at: clock.now() })
  return accepted(null)
}

export async function takeStartOut({ db }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { put_away_at: null })
  return accepted(null)
}

/** Their browser says that it was opened from the home screen, or they say so themselves. */
export async function noteHomeScreen({ db, clock }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { on_home_screen_at: clock.now() })
  return accepted(null)
}

/** What the forms of the list do on a first page, by their intent. */
export const memberStartDeeds = startDeeds(href('/dashboard/customer'))
export const companyStartDeeds = startDeeds(href('/dashboard/provider'))

function startDeeds(to: string) {
  return {
    'put-start-away': {
      does: ({ house, signedIn }) => putStartAway(house, signedIn),
      says: { title: 'Kom igång är undanlagt', message: 'Längst ner på sidan kan du ta fram det igen.' },
      to,
    },
    'take-start-out': {
      does: ({ house, signedIn }) => takeStartOut(house, signedIn),
      says: { title: 'Här är Kom igång igen' },
      to,
    },
    'on-home-screen': {
      does: ({ house, signedIn }) => noteHomeScreen(house, signedIn),
      says: { title: 'Sidan finns på hemskärmen' },
      to,
    },
  } satisfies Record<string, Deed>
}
