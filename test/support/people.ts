import { argon2Sync, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import {
  insertAccountMailRequest,
  insertProfile,
  type NewProfile,
  readAccount,
  updateRole,
} from '~/accounts/account-store.server'
import { updatePhoneVerified } from '~/accounts/phone/phone-proof-store.server'
import { acceptTerms } from '~/accounts/terms/terms-store.server'
import { registerCompany } from '~/companies/public.server'
import { beginMembership, proveNumber, rewardTip } from '~/membership/public.server'
import { beginBilling } from '~/payments/public.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Visitor } from '~/platform/house.server'
import { parseCompany, parseMember } from '~/shell/joining/sign-up'
import type { TestHouse } from './house'
import { valueFrom } from './outcome'

/** People for tests, each with a unique address. */

export const PASSWORD = 'kvarter12540'

/** A password hash with minimal cost, which the hash itself states: logging in is tested elsewhere. */
const cheapHash = (() => {
  const nonce = Buffer.alloc(16, 1)
  const tag = argon2Sync('argon2id', {
    message: PASSWORD,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const [salt, digest] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${digest}`
})()

let made = 0
export const newEmail = () => `person${++made}@exempel.se`

type Form = Record<string, string>

export function memberForm(given: Form = {}): Form {
  return {
    name: 'Eva Lind',
    phone: '070-123 45 67',
    email: newEmail(),
    password: PASSWORD,
    postcode: '',
    terms: 'on',
    ...given,
  }
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

/** A logged-in visitor, with the session cookies. */
export type Resident = { visitor: Visitor; signedIn: SignedIn; cookies: string[]; email: string }

export async function joinAsMember(house: TestHouse, given: Form = {}): Promise<Resident> {
  const { name, phone, email, postcode } = valueFrom(parseMember(memberForm(given)))
  return moveIn(house, { name, phone, email, postcode, role: 'member', memberStatus: 'trial' })
}

export async function joinAsCompany(house: TestHouse, given: Form = {}): Promise<Resident> {
  const company = valueFrom(parseCompany(companyForm(given)))
  const { companyName: name, phone, email, postcode } = company
  const person = await moveIn(house, { name, phone, email, postcode, role: 'company', memberStatus: null })
  await house.db.transaction().execute(async (db) => {
    const id = await registerCompany(db, person.signedIn.person.id, company)
    await beginBilling(db, id, house.clock.now())
    await rewardTip({ ...house, db }, id, company)
  })
  return person
}

/** A member with a verified number: tips that name the number are theirs. */
export async function joinAsAmbassador(house: TestHouse, given: Form & { phone: string }): Promise<Resident> {
  const person = await joinAsMember(house, given)
  await provePhoneOf(house, person)
  return person
}

/** Verifies the number, as entering the code from the SMS does. */
export async function provePhoneOf(house: TestHouse, { signedIn }: Resident) {
  const { id } = signedIn.person
  const { phone } = await readAccount(house.db, id)
  if (phone === null) throw new Error('nobody proves a number that is not there')
  await house.db
    .transaction()
    .execute((db) =>
      proveNumber({ ...house, db }, id, phone, (db) => updatePhoneVerified(db, id, phone, house.clock.now())),
    )
}

/** Made an administrator as an operator does it. */
export async function joinAsAdmin(house: TestHouse): Promise<Resident> {
  const person = await joinAsMember(house)
  const { id } = person.signedIn.person
  await updateRole(house.db, id, 'admin', house.clock.now())
  // The second factor is only marked as on: that a login asks for the code has tests of its own.
  const proven = { two_factor_enabled: true, email_verified: true }
  await house.db.updateTable('profiles').set(proven).where('id', '=', id).execute()
  return enter(house, person.cookies)
}

/** The same person with a verified address. */
export async function proven(house: TestHouse, person: Resident): Promise<Resident> {
  await house.db.updateTable('profiles').set({ email_verified: true }).where('email', '=', person.email).execute()
  return enter(house, person.cookies)
}

/** Inserts what signing up writes, at a fraction of its cost. Signing up has tests of its own. */
async function moveIn(house: TestHouse, profile: NewProfile): Promise<Resident> {
  const id = await house.db.transaction().execute(async (db) => {
    const id = await insertProfile(db, profile, cheapHash)
    await acceptTerms(db, id, house.clock.now())
    if (profile.role === 'member') await beginMembership({ ...house, db }, id)
    await insertAccountMailRequest(db, 'verification', profile.email)
    return id
  })
  const { headers } = await house.visitor()
  // Begins the session without checking the password, which would be too slow for thousands.
  const begun = await house.auth.sessions.begin(headers, id)
  return enter(house, begun?.cookies ?? [])
}

/** The same person with new cookies, after an answer that set or deleted some. */
export async function enter(house: TestHouse, cookies: string[], userAgent?: string): Promise<Resident> {
  const visitor = await house.visitor({ cookies, userAgent })
  const { signedIn } = visitor
  expect(signedIn, 'the cookies log nobody in').not.toBeNull()
  if (!signedIn) throw new Error('unreachable')
  return { visitor, signedIn, cookies, email: signedIn.person.email }
}

/** A push subscription as a browser registers it. */
export const newBrowser = () => ({
  endpoint: `https://push.test/${randomUUID()}`,
  p256dh: randomBytes(65).toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
})

/** Shuts a person out as an administrator does, or lets them in again (null), and nothing else. */
export const block = (house: TestHouse, { signedIn }: Pick<Resident, 'signedIn'>, blocked_at: Date | null) =>
  house.db
    .updateTable('profiles')
    .set({ blocked_at, blocked_reason: blocked_at && 'Prov' })
    .where('id', '=', signedIn.person.id)
    .execute()
