import { readCompanyContact, readOwnCompany } from '~/companies/public.server'
import { firstDay, monthOf } from '~/shared/month'
import type { MoneyPorts } from './activation.server'
import { letGoOfBase, stopBilling } from './bill-companies.server'
import { endSubscriptionsOf } from './card/card-store.server'
import { readBaseAfter, readOpenChargesOf, strikeCharges } from './charge-store.server'
import type { BaseBack } from './letters/money-mails.server'

/**
 * Part of deleting an account: nothing more is asked for and no card is charged again. Receipts, payments and the
 * ledger stay for the seven years of the law, and do not say who it was: what they had of a resident is an id, which
 * the deletion takes away. A company's name and number stay on its receipts, as the law wants them.
 * Months of the base package that are paid for and have not begun are given back; returns what is to be told of it when the
 * account is gone. Booked months are sponsorship's.
 */
export async function forgetPayer(ports: MoneyPorts, profileId: string): Promise<BaseBack | null> {
  const { db } = ports
  const now = ports.clock.now()
  const open = await readOpenChargesOf(db, { memberId: profileId })
  await strikeCharges(
    db,
    open.map(({ id }) => id),
    'Kontot togs bort',
    now,
  )
  await endSubscriptionsOf(db, { memberId: profileId, companyId: null }, now)
  const company = await readOwnCompany(db, profileId)
  if (!company) return null
  await stopBilling(db, [company.id], now)
  const ahead = await readBaseAfter(db, company.id, firstDay(monthOf(now)))
  const credits = await letGoOfBase(ports, ahead, 'Företaget finns inte kvar')
  await endSubscriptionsOf(db, { memberId: null, companyId: company.id }, now)
  const contact = await readCompanyContact(db, company.id)
  return contact ? { email: contact.email, credits } : null
}
