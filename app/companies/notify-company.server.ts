import { type Message, notifyByChoice, writeLetter } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { readBillingEmail, readCompanyContact } from './company-store.server'

type Contact = { email: string; ownerId: string | null }

/** Notifies a company by mail, and its owner by the channels they chose. */
export async function notifyCompany(db: Database, companyId: string, message: Message): Promise<void> {
  const company = await readCompanyContact(db, companyId)
  if (company) await notifyAt(db, company, message)
}

/** Like `notifyCompany`, for a caller that has read the contact already (`readToTell`). */
export async function notifyAt(db: Database, company: Contact, message: Message): Promise<void> {
  // The mail may go to another mailbox than the owner's, so the owner also finds it in their list of notifications.
  await writeLetter(db, company.email, message, company.ownerId ?? undefined)
  if (company.ownerId) await notifyByChoice(db, company.ownerId, message)
}

/** Like `notifyCompany`, for what a company owes: a removed company is still written to, at its last address. */
export async function notifyDebtor(db: Database, companyId: string, message: Message): Promise<void> {
  if (await readCompanyContact(db, companyId)) return notifyCompany(db, companyId, message)
  const email = await readBillingEmail(db, companyId)
  if (email) await writeLetter(db, email, message)
}
