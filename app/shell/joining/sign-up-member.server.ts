import { createAccount } from '~/accounts/public.server'
import { beginMembership } from '~/membership/public.server'
import type { House, Visitor } from '~/platform/house.server'
import { accepted, type Outcome } from '~/shared/outcome'
import { PILOT_POSTCODE } from '~/shared/product'
import { parseMember, parseShort, shortFormFailure } from './sign-up'

type Cookies = { cookies: string[] }

/** Signs up a member; open to anybody. The trial begins, and the new member is logged in. */
export async function signUpMember(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<Cookies>> {
  const form = parseMember(values)
  if (!form.ok) return form
  const { name, email, phone, postcode, password } = form.value
  return createAccount(house, visitor, {
    profile: { name, email, phone, postcode, role: 'member', memberStatus: 'trial' },
    password,
    alongside: (db, profileId) => beginMembership({ ...house, db }, profileId),
  })
}

/** The short form on /auth: the member adds phone and postcode later. */
export async function signUpShort(
  house: House,
  visitor: Visitor,
  values: Record<string, string>,
): Promise<Outcome<Cookies>> {
  const form = parseShort(values)
  if (!form.ok) return form
  const { name, email, password } = form.value
  const created = await createAccount(house, visitor, {
    profile: { name, email, phone: null, postcode: PILOT_POSTCODE, role: 'member', memberStatus: 'trial' },
    password,
    alongside: (db, profileId) => beginMembership({ ...house, db }, profileId),
  })
  return created.ok ? accepted(created.value) : { ...created, title: shortFormFailure }
}
