import type { ServicePlace } from '~/companies/public'
import type { Side } from './booking'

type Placed = { place: ServicePlace; address: string | null; company: { name: string; address: string } }

/**
 * Where a job is done, for one of its sides. The company's own address is said only of what is done there; the customer's goes
 * with their account.
 */
export function whereFor(side: Side, { place, address, company }: Placed): string {
  if (place === 'customer') return address ?? (side === 'member' ? 'Hemma hos dig' : 'Hemma hos kunden')
  return side === 'member' ? `Hos ${company.name}, ${company.address}` : 'Hos er'
}
