import type { Database } from '~/platform/database/database.server'
import { builtOnce } from '~/platform/database/named-statement.server'
import type { PayWays } from './pay-ways'

/** A company's ways of payment, also of a removed one: jobs that are not paid yet are still paid that way. */
export async function readPayWays(db: Database, companyId: string): Promise<PayWays> {
  return db
    .selectFrom('companies')
    .select(['swish_number as swishNumber', 'takes_card as card', 'takes_invoice as invoice', 'takes_cash as cash'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
}

/** A company's ways of payment, and its contact; `contact` is null if the company is removed. */
export async function readToTell(db: Database, companyId: string) {
  const [company] = await askToTell(db, companyId)
  if (!company) throw new Error('A company’s row is never deleted')
  const { email, ownerId, deletedAt, ...ways } = company
  return { ways, contact: deletedAt ? null : { email, ownerId } }
}

const askToTell = builtOnce('company to tell', (db: Database, companyId: string) =>
  db
    .selectFrom('companies')
    .select(['swish_number as swishNumber', 'takes_card as card', 'takes_invoice as invoice', 'takes_cash as cash'])
    .select(['email', 'owner_id as ownerId', 'deleted_at as deletedAt'])
    .where('id', '=', companyId),
)

export async function updatePayWays(db: Database, companyId: string, { swishNumber, card, invoice, cash }: PayWays) {
  await db
    .updateTable('companies')
    .set({ swish_number: swishNumber, takes_card: card, takes_invoice: invoice, takes_cash: cash })
    .where('id', '=', companyId)
    .execute()
}
