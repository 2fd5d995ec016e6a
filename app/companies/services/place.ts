import type { Category } from '../category'

/** Where a service is done. Customers are told before booking, and asked for an address only if it is at theirs. */
export const servicePlaces = {
  customer: { owner: 'Hemma hos kunden', reader: 'Hemma hos dig' },
  company: { owner: 'Hos er', reader: 'Hos företaget' },
} as const satisfies Record<string, { owner: string; reader: string }>

export type ServicePlace = keyof typeof servicePlaces

const atTheirs: readonly Category[] = ['hair', 'massage', 'foot']

/** The default for a category. */
export const usualPlace = (category: Category): ServicePlace => (atTheirs.includes(category) ? 'company' : 'customer')
