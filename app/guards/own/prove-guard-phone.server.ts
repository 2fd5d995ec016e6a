import { confirmPhoneProof, startPhoneProof } from '~/accounts/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, isDeadEnd, type NotThere, type Outcome, refused } from '~/shared/outcome'
import { type Guard, markTested } from '../guard-store.server'
import { findOwnGuard } from './own-guard.server'

/**
 * Sends a code to a guard's phone. The guard enters it on their own page, or reads it out to the company, which enters
 * it: either way the phone has answered. The same code also serves as the monthly test of a verified number.
 */
export async function sendCodeToGuard(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
  { address }: Pick<Visitor, 'address'>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { guard } = own
  return send(house, guard.id, guard.phone, address)
}

export async function proveGuardPhone(
  house: House,
  signedIn: SignedIn,
  values: Record<string, string>,
): Promise<Outcome<null> | NotThere> {
  const own = await findOwnGuard(house.db, signedIn, values.id)
  if (isDeadEnd(own)) return own
  const { guard } = own
  return confirm(house, guard.id, guard.phone, values)
}

export async function sendCodeToSelf(
  house: House,
  guard: Guard,
  _: Record<string, string>,
  { address }: Pick<Visitor, 'address'>,
): Promise<Outcome<null>> {
  return guard.phone ? send(house, guard.id, guard.phone, address) : refused('Koden är inte skickad')
}

export async function proveOwnPhone(
  house: House,
  guard: Guard,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  return guard.phone ? confirm(house, guard.id, guard.phone, values) : refused('Numret är inte bekräftat')
}

async function send(house: House, id: string, phone: string, address: string): Promise<Outcome<null>> {
  const sent = await house.db
    .transaction()
    .execute((db) => startPhoneProof({ ...house, db }, { kind: 'guard', id }, phone, address))
  house.wake('sms')
  return sent
}

async function confirm(
  house: House,
  id: string,
  phone: string,
  values: Record<string, string>,
): Promise<Outcome<null>> {
  return house.db.transaction().execute(async (db) => {
    const proven = await confirmPhoneProof({ ...house, db }, { kind: 'guard', id }, values)
    if (!proven.ok) return proven
    if (proven.value.phone !== phone) {
      return refused('Numret är inte bekräftat', { message: 'Numret har ändrats sedan dess. Skicka en ny kod.' })
    }
    await markTested(db, id, house.clock.now())
    return accepted(null)
  })
}
