import { expect } from 'vitest'
import { signUpCompany } from '~/accounts/sign-up-company.server'
import { signUpMember } from '~/accounts/sign-up-member.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Visitor } from '~/platform/house.server'
import type { TestHouse } from './house'
import { valueOf } from './outcome'

/** People made up for a test, each with an address of their own. */

export const PASSWORD = 'kvarter12540'

let made = 0
export const newEmail = () => `person${++made}@exempel.se`

type Form = Record<string, string>

export function memberForm(given: Form = {}): Form {
  return { name: 'Eva Lind', phone: '070-123 45 67', email: newEmail(), password: PASSWORD, postcode: '', terms: 'on', ...given }
}

export function companyForm(given: Form = {}): Form {
  return {
    companyName: 'Lind Städ AB',
    orgNumber: '556016-0680',
    category: 'cleaning',
    address: 'Götalandsvägen 1',
    postcode: '125 40',
    phone: '08-12 34 56 78',
    email: newEmail(),
    password: PASSWORD,
    referredBy: '',
    plan: 'base',
    terms: 'on',
    ...given,
  }
}

/** A visitor who is logged in, and the cookies that keep them so. */
export type Resident = { visitor: Visitor; signedIn: SignedIn; cookies: string[]; email: string }

export async function joinAsMember(house: TestHouse, given: Form = {}): Promise<Resident> {
  const form = memberForm(given)
  return enter(house, valueOf(await signUpMember(house, await house.visitor(), form)).cookies)
}

export async function joinAsCompany(house: TestHouse, given: Form = {}): Promise<Resident> {
  const form = companyForm(given)
  return enter(house, valueOf(await signUpCompany(house, await house.visitor(), form)).cookies)
}

/** The same person again, after an answer that set or took away cookies. */
export async function enter(house: TestHouse, cookies: string[], userAgent?: string): Promise<Resident> {
  const visitor = await house.visitor({ cookies, userAgent })
  const { signedIn } = visitor
  expect(signedIn, 'the cookies log nobody in').not.toBeNull()
  if (!signedIn) throw new Error('unreachable')
  return { visitor, signedIn, cookies, email: signedIn.person.email }
}
