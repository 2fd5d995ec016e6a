import { NEIGHBOUR_DISCOUNT_PERCENT, RutHint, RutTerms } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { bookingMoney } from '../../money'
import type { ServiceShown } from '../read-book-page.server'

type Props = { service: Pick<ServiceShown, 'listOre' | 'isRut' | 'labourPercent'>; hasDiscount: boolean }

/** What it costs, before anybody has said yes. The tax deduction is a hint beside the price, never the price. */
export function PriceSummary({ service, hasDiscount }: Props) {
  const { listOre, discountOre, customerPaysOre } = bookingMoney(service.listOre, hasDiscount)
  return (
    <div className="rounded-control bg-mist p-4 sm:p-5">
      <dl className="tabular grid gap-2">
        <Row term="Ordinarie pris" sum={formatOre(listOre)} />
        {hasDiscount && (
          <Row term={`${NEIGHBOUR_DISCOUNT_PERCENT}% ${PRODUCT_NAME}-rabatt`} sum={`−${formatOre(discountOre)}`} />
        )}
        <Row term="Att betala" sum={formatOre(customerPaysOre)} isTotal />
      </dl>
      {!hasDiscount && <p className="mt-3 text-small text-soft">Rabatten gäller igen när ditt medlemskap är betalt.</p>}
      {service.isRut && service.labourPercent > 0 && (
        <>
          <RutHint customerPaysOre={customerPaysOre} labourPercent={service.labourPercent} className="mt-3" />
          <RutTerms className="mt-2" />
        </>
      )}
    </div>
  )
}

function Row({ term, sum, isTotal = false }: { term: string; sum: string; isTotal?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isTotal ? 'mt-1 border-t border-line pt-3 font-semibold' : ''}`}
    >
      <dt className={isTotal ? '' : 'text-soft'}>{term}</dt>
      <dd className={isTotal ? 'text-h4' : ''}>{sum}</dd>
    </div>
  )
}
