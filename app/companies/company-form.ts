import { z } from 'zod'
import * as field from '~/shared/fields'
import { categories } from './category'

const longestBio = 2000

/** What a company says of itself. Its plan, its badges and its state are not among it. */
export const companyForm = z.object({
  name: field.line('Fyll i företagets namn', 200),
  orgNumber: field.line('Fyll i organisationsnumret', 50),
  category: z.enum(Object.keys(categories) as [keyof typeof categories], { error: 'Välj en kategori' }),
  address: field.line('Fyll i företagets adress', 300),
  postcode: field.postcode,
  phone: field.companyPhone,
  email: field.email,
  bio: field.text(longestBio),
  fTax: field.box,
  insurance: field.box,
})

export type CompanyForm = z.output<typeof companyForm>
