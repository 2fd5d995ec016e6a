import type { Database } from '~/platform/database/database.server'
import { formatPostcode } from '~/postcodes/public'

/** What the law requires about a company on its receipts. */
export type BillingAddress = { name: string; orgNumber: string; address: string }

/**
 * Billing addresses by company id. With `hold`, the rows are locked until the transaction ends, in the order of their
 * ids.
 */
export async function readBillingAddresses(
  db: Database,
  ids: readonly string[],
  hold: 'hold' | 'look',
): Promise<Map<string, BillingAddress>> {
  if (ids.length === 0) return new Map()
  let rows = db
    .selectFrom('companies')
    .select(['id', 'name', 'org_number as orgNumber', 'address', 'postcode'])
    .where('id', 'in', ids)
    .orderBy('id')
  if (hold === 'hold') rows = rows.forNoKeyUpdate()
  return new Map(
    (await rows.execute()).map(({ id, name, orgNumber, address, postcode }) => [
      id,
      { name, orgNumber, address: `${address}, ${formatPostcode(postcode)}` },
    ]),
  )
}
