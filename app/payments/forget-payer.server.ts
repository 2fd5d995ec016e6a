import { readOwnCompany } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { stopBilling } from './bill-companies.server'
import { endSubscriptionsOf } from './card/card-store.server'
import { readOpenChargesOf, strikeCharges } from './charge-store.server'

/**
 * Part of deleting an account: nothing more is asked for and no card is charged again. Receipts, payments and the
 * ledger stay for the seven years of the law, and do not say who it was: what they had of a resident is an id, which
 * the deletion takes away. A company's name and number stay on its receipts, as the law wants them.
 */
export async function forgetPayer(db: Database, profileId: string, now: Date) {
  const open = await readOpenChargesOf(db, { memberId: profileId })
  await strikeCharges(
    db,
    open.map(({ id }) => id),
    'Kontot togs bort',
    now,
  )
  await endSubscriptionsOf(db, { memberId: profileId, companyId: null }, now)
  const company = await readOwnCompany(db, profileId)
  if (!company) return
  await stopBilling(db, [company.id], now)
  await endSubscriptionsOf(db, { memberId: null, companyId: company.id }, now)
}
