import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, type Outcome } from '~/shared/outcome'
import { homeForm } from './home-form'
import * as store from './setup-store.server'

type Values = Record<string, string>

/** Saves the member's home. An open alarm shows the current version. */
export async function saveHome(house: House, { person }: SignedIn, values: Values): Promise<Outcome<null>> {
  const form = parseForm(homeForm, values, 'Hemmet är inte sparat')
  if (!form.ok) return form
  await store.writeHome(house, person.id, form.value, house.clock.now(), person.postcode)
  return accepted(null)
}

export async function takeHomeBack({ db }: House, { person }: SignedIn): Promise<Outcome<null>> {
  await store.removeHome(db, person.id)
  return accepted(null)
}

/** Saves whether position sharing is on for the member's alarms. Each browser still asks for permission itself. */
export async function choosePosition({ db }: House, { person }: SignedIn, values: Values): Promise<Outcome<null>> {
  await store.writeSharesPosition(db, person.id, values.share === 'yes')
  return accepted(null)
}
