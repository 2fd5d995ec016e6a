import { readCompanyContact, readOwnCompany } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import type { Ore } from '~/shared/money'
import { firstDay, monthOf } from '~/shared/month'
import type { MoneyPorts } from './activation.server'
import { letGoOfBase, stopBilling } from './bill-companies.server'
import { endSubscriptionsOf } from './card/card-store.server'
import { readBaseAfter, readOpenChargesOf, strikeCharges } from './charge-store.server'
import type { BaseBack } from './letters/money-mails.server'

/** Counts the paid months of the base package that `forgetPayer` would give back. */
export async function countBaseGivenBack(db: Database, companyId: string, now: Date): Promise<number> {
  const ahead = await readBaseAfter(db, companyId, firstDay(monthOf(now)))
  return ahead.filter(({ status }) => status === 'paid').length
}

/** The sum of the open charges that `forgetPayer` leaves: the fees for bookings that are done. */
export async function sumFeesOwed(db: Database, companyId: string): Promise<Ore> {
  const open = await readOpenChargesOf(db, { companyId })
  return open.filter(({ kind }) => kind === 'fee').reduce((sum, { gross }) => sum + gross, 0)
}

/** Nothing more is asked of a person as a member: strikes their open charges and ends their card subscriptions. */
export async function stopAskingMember(db: Database, memberId: string, because: string, now: Date) {
  const open = await readOpenChargesOf(db, { memberId })
  const ids = open.map(({ id }) => id)
  await strikeCharges(db, ids, because, now)
  await endSubscriptionsOf(db, { memberId, companyId: null }, now)
}

/**
 * Nothing more is asked for the base package of a company that nobody answers for any more. Its fees are still owed, its
 * booked months are sponsorship's, and its billing goes on if its owner gets the role again (`billCompanies`).
 * Precondition: the caller holds the company's row.
 */
export async function stopAskingCompany(db: Database, companyId: string, because: string, now: Date) {
  const open = (await readOpenChargesOf(db, { companyId })).filter(({ kind }) => kind === 'base')
  const ids = open.map(({ id }) => id)
  await strikeCharges(db, ids, because, now)
  await endSubscriptionsOf(db, { memberId: null, companyId }, now)
}

/**
 * Part of deleting an account: strikes open charges and ends card subscriptions. Receipts, payments and the ledger are
 * kept for the seven years that the law requires. They hold only an id of a resident, which the deletion removes. A
 * company's name and number stay on its receipts, as the law requires. Paid months of the base package that have not
 * begun are given back; returns what the letter about it needs, to be sent once the account is gone. Booked months are
 * sponsorship's.
 */
export async function forgetPayer(ports: MoneyPorts, profileId: string): Promise<BaseBack | null> {
  const { db } = ports
  const now = ports.clock.now()
  await stopAskingMember(db, profileId, 'Kontot togs bort', now)
  const company = await readOwnCompany(db, profileId)
  if (!company) return null
  await stopBilling(db, [company.id], now)
  const ahead = await readBaseAfter(db, company.id, firstDay(monthOf(now)))
  const credits = await letGoOfBase(ports, ahead, 'Företaget finns inte kvar')
  await endSubscriptionsOf(db, { memberId: null, companyId: company.id }, now)
  const contact = await readCompanyContact(db, company.id)
  return contact ? { email: contact.email, credits } : null
}
