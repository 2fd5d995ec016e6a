import { href } from 'react-router'
import type { Role } from '~/shared/role'

/** Where a member books a service. Whoever is not logged in comes there by way of /auth. */
export const bookingAddress = (serviceId: string) => `${href('/dashboard/customer/book')}?service=${serviceId}`

type Reader = { role: Role; postcode: string }

/**
 * Whether a button to book leads anywhere for whoever reads a company's page: members book in their own postcode.
 * A visitor we do not know is let through, since they may well live there.
 */
export const mayBookAt = (reader: Reader | null, company: { postcode: string }): boolean =>
  reader === null || (reader.role === 'member' && reader.postcode === company.postcode)
