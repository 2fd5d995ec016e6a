import { requireOwnCompany } from '~/companies/public.server'
import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { outcomeText, standingOf } from './centre'
import { readCentre } from './centre-store.server'
import { readSignals } from './signal-store.server'

const mostSignals = 10

/**
 * A company's own centre. Null if it is no security partner. `leavesTheHouse` is false where signals are only stored.
 */
export async function readOwnCentre(house: House, signedIn: SignedIn) {
  const company = await requireOwnCompany(house.db, signedIn)
  if (!company.is_security_partner) return null
  return { ...(await stateOf(house.db, company.id, house.clock.now())), leavesTheHouse: house.centre.leavesTheHouse }
}

/** Any company's centre, for an administrator. */
export async function readCentreForAdmin({ db, clock }: House, signedIn: SignedIn, companyId: string) {
  onlyAdmin(signedIn)
  return stateOf(db, companyId, clock.now())
}

async function stateOf(db: Database, companyId: string, now: Date) {
  const centre = (await readCentre(db, companyId)) ?? null
  const signals = centre ? await readSignals(db, companyId, mostSignals) : []
  return {
    now,
    centre: centre && {
      ...centre,
      standing: standingOf(centre, now),
      failure: centre.failedBecause && outcomeText(centre.failedBecause),
      /** The receiver's clock minus ours, in whole seconds. */
      skewS: Math.round(centre.skewMs / 1000),
    },
    signals: signals.map((signal) => ({ ...signal, says: outcomeText(signal.outcome) })),
  }
}

export type CentreState = Awaited<ReturnType<typeof stateOf>>
