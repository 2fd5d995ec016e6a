import { readAreas } from '~/companies/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { parseForm } from '~/shared/form'
import { accepted, isDeadEnd, type NotThere, type Outcome } from '~/shared/outcome'
import { beginDuty, endDuty, forgetPosition, type Guard, setPosition } from '../guard-store.server'
import { dutyForm, positionForm } from '../own/guard-form'
import { findOwnGuard } from '../own/own-guard.server'

const failure = 'Tjänsten är inte ändrad'
const hour = 3_600_000

/** A partner puts one of its guards on duty. */
export async function putOnDuty(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  return begin(house, { ...guard, areas: await readAreas(house.db, company.id), companyId: company.id }, values)
}

/** A partner takes one of its guards off duty. */
export async function takeOffDuty(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { company, guard } = own
  return end(house, { ...guard, areas: await readAreas(house.db, company.id), companyId: company.id })
}

/** A guard goes on duty. */
export async function goOnDuty(house: House, guard: Guard, values: Record<string, string>): Promise<Outcome<null>> {
  return begin(house, guard, values)
}

/** A guard goes off duty. */
export async function goOffDuty(house: House, guard: Guard): Promise<Outcome<null>> {
  return end(house, guard)
}

type OnDuty = Pick<Guard, 'id' | 'companyId' | 'areas'>

async function begin(house: House, guard: OnDuty, values: Record<string, string>): Promise<Outcome<null>> {
  const form = parseForm(dutyForm, values, failure)
  if (!form.ok) return form
  const now = house.clock.now()
  await beginDuty(house.db, guard.id, new Date(now.getTime() + form.value.hours * hour), now)
  tell(house, guard)
  return accepted(null)
}

async function end(house: House, guard: OnDuty): Promise<Outcome<null>> {
  await endDuty(house.db, guard.id)
  tell(house, guard)
  return accepted(null)
}

function tell(house: House, { companyId, areas }: OnDuty) {
  const postcodes = areas.map((area) => `postcode:${area}` as const)
  house.live.tell({ to: [`company:${companyId}`, ...postcodes, 'admin'], about: 'patrols' })
}

/** Stores the guard's position while on duty, so that alarms nearby go to them first. Only the latest is kept. */
export async function sharePosition(
  house: House,
  guard: Guard,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  const form = parseForm(positionForm, values, 'Platsen är inte delad')
  if (!form.ok) return form
  await setPosition(house.db, guard.id, form.value, house.clock.now())
  return accepted(null)
}

export async function hidePosition(house: House, guard: Guard): Promise<Outcome<null>> {
  await forgetPosition(house.db, guard.id)
  return accepted(null)
}
