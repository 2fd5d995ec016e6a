import type { House } from '~/platform/house.server'
import { readCharges } from '../charge-store.server'

/** Refreshes the open pages of the charges' payers and the administrators' list. Call after the commit. */
export async function tellPayers(house: Pick<House, 'db' | 'live'>, chargeIds: readonly string[]) {
  const charges = await readCharges(house.db, chargeIds)
  const payers = charges.flatMap(({ memberId, companyId }) =>
    memberId ? [`person:${memberId}` as const] : companyId ? [`company:${companyId}` as const] : [],
  )
  house.live.tell({ to: [...new Set(payers), 'admin'], about: 'payments' })
}
