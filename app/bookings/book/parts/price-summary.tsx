import { formatDuration, NEIGHBOUR_DISCOUNT_PERCENT, RutHint, RutTerms } from '~/companies/public'
import { formatOre } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { type BookingMoney, bookingMoney } from '../../money'
import type { ServiceShown } from '../read-book-page.server'

type Service = Pick<ServiceShown, 'id' | 'title' | 'durationMin' | 'listOre' | 'isRut' | 'labourPercent'>
type Props = {
  services: readonly Service[]
  hasDiscount: boolean
  /** The booking repeats: the sum is per time, not for the whole series. */
  repeats?: boolean
}

/** The price, shown before anything is booked. The tax deduction is only an estimate beside it. */
export function PriceSummary({ services, hasDiscount, repeats }: Props) {
  const priced = services.map((service) => ({ ...service, money: bookingMoney(service.listOre, hasDiscount) }))
  // Each service is a booking of its own, so the total is the sum of the rounded prices in öre.
  const sum = (of: keyof BookingMoney) => formatOre(priced.reduce((ore, { money }) => ore + money[of], 0))
  const withRut = priced.filter(({ isRut, labourPercent }) => isRut && labourPercent > 0)
  const isVisit = services.length > 1
  return (
    <div className="rounded-control bg-mist p-4 sm:p-5">
      <dl className="tabular grid gap-2">
        {isVisit &&
          priced.map(({ id, title, durationMin, listOre }) => (
            <Row key={id} term={`${title}, ${formatDuration(durationMin)}`} sum={formatOre(listOre)} />
          ))}
        <Row term="Ordinarie pris" sum={sum('listOre')} />
        {hasDiscount && (
          <Row term={`${NEIGHBOUR_DISCOUNT_PERCENT}% ${PRODUCT_NAME}-rabatt`} sum={`−${sum('discountOre')}`} />
        )}
        <Row term={repeats ? 'Att betala varje gång' : 'Att betala'} sum={sum('customerPaysOre')} isTotal />
      </dl>
      {!hasDiscount && <p className="mt-3 text-small text-soft">Rabatten gäller igen när ditt medlemskap är betalt.</p>}
      {withRut.map(({ id, title, labourPercent, money: { customerPaysOre } }) => (
        <div key={id} className="mt-3">
          {isVisit && <p className="text-small font-semibold wrap-anywhere">{title}</p>}
          <RutHint customerPaysOre={customerPaysOre} labourPercent={labourPercent} />
        </div>
      ))}
      {withRut.length > 0 && <RutTerms className="mt-2" />}
    </div>
  )
}

function Row({ term, sum, isTotal = false }: { term: string; sum: string; isTotal?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-baseline justify-between gap-x-4 ${isTotal ? 'mt-1 border-t border-line pt-3 font-semibold' : ''}`}
    >
      <dt className={`min-w-0 wrap-anywhere ${isTotal ? '' : 'text-soft'}`}>{term}</dt>
      <dd className={isTotal ? 'text-h4' : ''}>{sum}</dd>
    </div>
  )
}
