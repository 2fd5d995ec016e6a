import { href } from 'react-router'
import type { Config } from '~/platform/config.server'
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

/** A link to the payment page. A company that has closed cannot log in, so it gets a link that opens Swish. */
export function payAction({ operator, origin }: Pick<Config, 'operator' | 'origin'>, charge: Charge, isHere: boolean) {
  const { id, gross, reference } = charge
  return isHere
    ? { label: 'Betala', url: origin + href('/dashboard/pay/:id', { id }) }
    : { label: 'Öppna Swish', url: swishLink({ payee: operator.swishNumber, amount: gross, message: reference }) }
}
