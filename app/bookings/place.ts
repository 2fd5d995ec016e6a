import type { ServicePlace } from '~/companies/public'
import type { Side } from './booking'

type Placed = { place: ServicePlace; address: string | null; company: { name: string; address: string } }

/**
 * Where a job is done, as one side reads it. The company's address is shown only for jobs done there. The customer's is
 * gone once the account is deleted.
 */
export function whereFor(side: Side, { place, address, company }: Placed): string {
  if (place === 'customer') return address ?? (side === 'member' ? 'Hemma hos dig' : 'Hemma hos kunden')
  return side === 'member' ? `Hos ${company.name}, ${company.address}` : 'Hos er'
}

/** Who goes to whom, to the member, before a time. */
export const whoComes = (place: ServicePlace, companyName: string) =>
  place === 'customer' ? `${companyName} kommer till dig` : `Du kommer till ${companyName}`
