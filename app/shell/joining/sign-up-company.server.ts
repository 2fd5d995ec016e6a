import { createAccount } from '~/accounts/public.server'
import { registerCompany } from '~/companies/public.server'
import { rewardTip } from '~/membership/public.server'
import { beginBilling } from '~/payments/public.server'
import type { House, Visitor } from '~/platform/house.server'
import { readPostcode } from '~/postcodes/public.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { parseCompany } from './sign-up'

/**
 * Registers a company; open to anybody. The account and the company are created in one transaction. `sellsMonths` is
 * true where the postcode is open.
 */
export async function signUpCompany(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<{ cookies: string[]; sellsMonths: boolean }>> {
  const form = parseCompany(values)
  if (!form.ok) return form
  const company = form.value
  const made = await createAccount(house, visitor, {
    profile: {
      name: company.companyName,
      email: company.email,
      phone: company.phone,
      postcode: company.postcode,
      role: 'company',
      memberStatus: null,
    },
    password: company.password,
    ownWords: [company.address, company.orgNumber],
    alongside: async (db, ownerId) => {
      // A more expensive package starts with a month that is chosen, applied for and paid; until then the plan is the
      // base.
      const companyId = await registerCompany(db, ownerId, { ...company, plan: 'base' })
      await beginBilling(db, companyId, house.clock.now())
      await rewardTip({ ...house, db }, companyId, company)
    },
  })
  if (!made.ok) return made
  const postcode = await readPostcode(house.db, company.postcode)
  return accepted({ ...made.value, sellsMonths: postcode?.state === 'open' })
}
