import { href } from 'react-router'
import { readCompanyContact, readIsActedFor } from '~/companies/public.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import { formatSwish, swishLink } from '~/platform/payments/swish'
import { formatOre } from '~/shared/money'
import { formatDate } from '~/shared/time'
import type { Charge } from '../charge-store.server'
import { formatReference } from '../reference'

/** What a payer needs to pay a charge without opening a page. */
export function factsToPay({ operator }: Pick<Config, 'operator'>, { gross, dueOn, reference }: Charge) {
  return [
    { term: 'Att betala', value: formatOre(gross) },
    { term: 'Senast', value: formatDate(dueOn) },
    { term: 'Swish till', value: `${formatSwish(operator.swishNumber)} (${operator.name})` },
    { term: 'Meddelande', value: formatReference(reference) },
  ]
}

/** Whether anybody can log in for a company: it has not closed, and its owner is not blocked and has no other role. */
export const mayLogIn = async (db: Database, companyId: string): Promise<boolean> =>
  (await readCompanyContact(db, companyId)) !== undefined && (await readIsActedFor(db, companyId))

/** A link to the payment page; one that opens Swish for a company for which nobody can log in. */
export function payAction(
  { operator, origin }: Pick<Config, 'operator' | 'origin'>,
  charge: Charge,
  isReadable: boolean,
) {
  const { id, gross, reference } = charge
  return isReadable
    ? { label: 'Betala', url: origin + href('/dashboard/pay/:id', { id }) }
    : { label: 'Öppna Swish', url: swishLink({ payee: operator.swishNumber, amount: gross, message: reference }) }
}
