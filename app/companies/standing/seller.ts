/** Who somebody buys of: what the law on distance contracts and on e-commerce asks a trader to say of itself. */

/** The third figure of a company's number is 2 or more; of a person's it is of a month. A century before it is a person's too. */
export function isPersonsNumber(orgNumber: string): boolean {
  const digits = orgNumber.replace(/\D/g, '')
  return digits.length === 12 || (digits.length === 10 && Number(digits[2]) < 2)
}

export type Seller = {
  name: string
  /** Null for a sole trader's, which is a person's number: who is logged in and may book sees it. */
  orgNumber: string | null
  vatNumber: string | null
  isSoleTrader: boolean
  hasFTax: boolean
}

type Stored = { name: string; org_number: string; vat_number: string | null; f_tax_stated: boolean }

export function sellerOf(company: Stored, reader: 'anybody' | 'signed in'): Seller {
  const isSoleTrader = isPersonsNumber(company.org_number)
  const isSaid = !isSoleTrader || reader === 'signed in'
  return {
    name: company.name,
    orgNumber: isSaid ? company.org_number : null,
    vatNumber: isSaid ? company.vat_number : null,
    isSoleTrader,
    hasFTax: company.f_tax_stated,
  }
}
