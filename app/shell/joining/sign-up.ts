import { z } from 'zod'
import { categories, type Plan, plans } from '~/companies/public'
import { chosen } from '~/shared/chosen'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { companyPhone, optionalPhone, ownPhone } from '~/shared/phone-fields'
import type { Role } from '~/shared/role'

/** The schemas of the sign-up forms. The role is never a field: the form that was used decides it. */

const termsMissing = 'Du måste godkänna villkoren'
const tooLong = 200

/** The short form under 'Registrera' on /auth. */
export const shortForm = z.object({
  name: field.name('Fyll i ditt namn', tooLong),
  email: field.email,
  password: field.newPassword,
})

export const memberForm = z.object({
  name: field.name('Fyll i ditt namn', tooLong),
  phone: ownPhone,
  email: field.email,
  password: field.newPassword,
  postcode: field.postcode,
  terms: field.ticked(termsMissing),
})

export const companyForm = z.object({
  companyName: field.name('Fyll i företagets namn', tooLong),
  orgNumber: field.line('Fyll i organisationsnumret', 50),
  category: z.enum(Object.keys(categories) as [keyof typeof categories], { error: 'Välj en kategori' }),
  address: field.line('Fyll i företagets adress', 300),
  postcode: field.postcode,
  phone: companyPhone,
  email: field.email,
  password: field.newPassword,
  referredBy: optionalPhone,
  plan: z.enum(plans, { error: 'Välj ett paket' }).default('base'),
  terms: field.ticked(termsMissing),
})

export type MemberSignUp = z.output<typeof memberForm>
export type CompanySignUp = z.output<typeof companyForm>
export type ShortSignUp = z.output<typeof shortForm>

/** The specification's title for a refused sign-up form. */
const formFailure = 'Ett fel uppstod vid registrering'
export const shortFormFailure = 'Registrering misslyckades'

export const parseMember = (values: Record<string, string>) => parseForm(memberForm, values, formFailure)
export const parseCompany = (values: Record<string, string>) => parseForm(companyForm, values, formFailure)
export const parseShort = (values: Record<string, string>) => parseForm(shortForm, values, shortFormFailure)

/** Where a package's months are applied for. */
export const applyAt = {
  base: null,
  sponsor: '/sponsor/apply',
  season: '/season/apply',
} as const satisfies Record<Plan, string | null>

/** Where a link to sign-up leads somebody who has an account: a company that chose a package goes to its months. */
export function addressWithAccount(role: Role, plan: string | null): string {
  return (role === 'company' && chosen(applyAt, plan)) || '/dashboard'
}

/** Where a new account goes. The overview of a company that chose a package leads to its months (`chosenPackage`). */
export const addressAfterSignUp = (plan: string | null): string =>
  chosen(applyAt, plan) ? `/dashboard?paket=${plan}` : '/dashboard'

/** The dearer package that a company on the base package chose when it signed up. */
export function chosenPackage(query: URLSearchParams, plan: Plan): Exclude<Plan, 'base'> | null {
  const wanted = query.get('paket')
  return plan === 'base' && (wanted === 'sponsor' || wanted === 'season') ? wanted : null
}
