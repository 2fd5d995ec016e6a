import { href } from 'react-router'
import type { Role } from '~/shared/role'

/** The page where a member books a service. Visitors who are not logged in get there by way of /auth. */
export const bookingAddress = (serviceId: string) => `${href('/dashboard/customer/book')}?service=${serviceId}`

type Reader = { role: Role; postcode: string }

/**
 * Whether to show a button for booking: members book in their own postcode. Shown to unknown visitors too, since they
 * may live there.
 */
export const mayBookAt = (reader: Reader | null, company: { postcode: string }): boolean =>
  reader === null || (reader.role === 'member' && reader.postcode === company.postcode)
