import type { House } from '~/platform/house.server'
import { readCharges } from '../charge-store.server'

/** After the commit: the pages of those whose charges these are, and the administrators' list, look again. */
export async function tellPayers(house: Pick<House, 'db' | 'live'>, chargeIds: readonly string[]) {
  const charges = await readCharges(house.db, chargeIds)
  const payers = charges.flatMap(({ memberId, companyId }) =>
    memberId ? [`person:${memberId}` as const] : companyId ? [`company:${companyId}` as const] : [],
  )
  house.live.tell({ to: [...new Set(payers), 'admin'], about: 'payments' })
}
