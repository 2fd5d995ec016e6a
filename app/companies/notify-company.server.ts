import { type Message, notifyByChoice, writeLetter } from '~/notifications/public.server'
import type { Database } from '~/platform/database/database.server'
import { readBillingEmail, readCompanyContact } from './company-store.server'

type Contact = { email: string; ownerId: string | null }

/** Tells a company by mail to its address, and its owner by the ways they chose. */
export async function notifyCompany(db: Database, companyId: string, message: Message): Promise<void> {
  const company = await readCompanyContact(db, companyId)
  if (company) await notifyAt(db, company, message)
}

/** The same for whoever has read already where it is written to (`readToTell`). */
export async function notifyAt(db: Database, company: Contact, message: Message): Promise<void> {
  // The company's letterbox may be another than its owner's, who finds it in their list all the same.
  await writeLetter(db, company.email, message, company.ownerId ?? undefined)
  if (company.ownerId) await notifyByChoice(db, company.ownerId, message)
}

/** As `notifyCompany`, about what is owed: one that has closed is still written to, at the address that it left. */
export async function notifyDebtor(db: Database, companyId: string, message: Message): Promise<void> {
  if (await readCompanyContact(db, companyId)) return notifyCompany(db, companyId, message)
  const email = await readBillingEmail(db, companyId)
  if (email) await writeLetter(db, email, message)
}
