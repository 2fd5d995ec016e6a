import { href } from 'react-router'
import type { Deed } from '~/door/deed.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { writeStartMark } from './start-store.server'

type Ports = Pick<House, 'db' | 'clock'>

/** Hides one's own checklist; `takeStartOut` shows it again. */
export async function putStartAway({ db, clock }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { put_away_at: clock.now() })
  return accepted(null)
}

export async function takeStartOut({ db }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { put_away_at: null })
  return accepted(null)
}

/** Reported by a browser opened from the home screen, or by the person. */
export async function noteHomeScreen({ db, clock }: Ports, { person }: SignedIn): Promise<Outcome<null>> {
  await writeStartMark(db, person.id, { on_home_screen_at: clock.now() })
  return accepted(null)
}

/** The form actions of the checklist on each overview, by intent. */
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
