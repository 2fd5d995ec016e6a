import type { Database } from '~/platform/database/database.server'

export type NewCompany = {
  companyName: string
  orgNumber: string
  category: string
  address: string
  postcode: string
  phone: string
  email: string
  referredBy: string | null
  plan: string
}

export async function insertCompany(db: Database, ownerId: string, company: NewCompany) {
  await db
    .insertInto('companies')
    .values({
      owner_id: ownerId,
      name: company.companyName,
      org_number: company.orgNumber,
      category: company.category,
      address: company.address,
      postcode: company.postcode,
      email: company.email,
      phone: company.phone,
      plan: company.plan,
      referred_by_phone: company.referredBy,
    })
    .execute()
}
