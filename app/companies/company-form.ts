import { z } from 'zod'
import * as field from '~/shared/fields'
import { companyPhone } from '~/shared/phone-fields'
import { categories } from './category'

const longestBio = 2000

/** Accepts the usual spellings, such as "se 5560160680 01". Optional; most companies have one. */
const vatNumber = z
  .string()
  .default('')
  .transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase())
  .refine((number) => number === '' || /^SE\d{10}01$/.test(number), 'Skriv numret så här: SE556016068001')
  .transform((number) => number || null)

/**
 * What a company may edit about itself, in the order of the page: faults are told in it. Its plan, badges and review
 * state are not among the fields.
 */
export const companyForm = z.object({
  name: field.name('Fyll i företagets namn', 200),
  bio: field.text(longestBio),
  category: z.enum(Object.keys(categories) as [keyof typeof categories], { error: 'Välj en kategori' }),
  phone: companyPhone,
  email: field.emailOr('Fyll i företagets e-postadress'),
  address: field.line('Fyll i företagets adress', 300),
  postcode: field.postcode,
  orgNumber: field.line('Fyll i organisationsnumret', 50),
  vatNumber,
  fTax: field.box,
  insurance: field.box,
})

export type CompanyForm = z.output<typeof companyForm>
