/** The trader's details that the law on distance contracts and the law on e-commerce require. */

/**
 * Whether a number is a personal identity number. In an organisation number of ten digits the third digit is 2 or more;
 * in a personal one it belongs to the month. Twelve digits (with the century) are personal too.
 */
export function isPersonsNumber(orgNumber: string): boolean {
  const digits = orgNumber.replace(/\D/g, '')
  return digits.length === 12 || (digits.length === 10 && Number(digits[2]) < 2)
}

export type Seller = {
  name: string
  /** Null for a sole trader unless the reader is logged in: the number is a personal identity number. */
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
