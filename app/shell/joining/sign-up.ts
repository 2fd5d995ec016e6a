import { z } from 'zod'
import { categories, plans } from '~/companies/public'
import * as field from '~/shared/fields'
import { parseForm } from '~/shared/form'
import { companyPhone, optionalPhone, ownPhone } from '~/shared/phone-fields'

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
