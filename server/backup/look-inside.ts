import pg from 'pg'
import { ConfigError } from '~/platform/config.server'
import { startCluster } from '~/platform/database/embedded-postgres.server'

/** Says what is in a cluster that was put somewhere, or why it is nothing that one could go on with. Starts it, and stops it. */
export async function lookInside(folder: string): Promise<string> {
  const cluster = await startCluster({ folder })
  const client = new pg.Client({ ...cluster.connection, database: 'kvartera' })
  client.on('error', () => {})
  try {
    await client.connect()
    return await count(client)
  } finally {
    await client.end().catch(() => {})
    await cluster.stop()
  }
}

async function count(client: pg.Client): Promise<string> {
  const { rows } = await client.query<
    Record<'people' | 'companies' | 'bookings' | 'alarms' | 'vouchers' | 'wrong', number>
  >(
    `select (select count(*)::int from profiles) as people, (select count(*)::int from companies) as companies,
            (select count(*)::int from bookings) as bookings, (select count(*)::int from safety_alarms) as alarms,
            (select count(*)::int from ledger_vouchers) as vouchers,
            (select count(*)::int from (select voucher_id from ledger_entries group by 1 having sum(amount_cents) <> 0) as uneven) as wrong`,
  )
  const [found] = rows
  if (!found) throw new Error('a count without a row')
  if (found.wrong !== 0)
    throw new ConfigError(`The books do not balance: ${found.wrong} of ${found.vouchers} vouchers.`)
  const { people, companies, bookings, alarms, vouchers } = found
  return `${people} people, ${companies} companies, ${bookings} bookings, ${alarms} alarms; the books balance (${vouchers} vouchers)`
}
