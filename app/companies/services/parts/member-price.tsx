import { formatOre, type Ore } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { NEIGHBOUR_DISCOUNT_PERCENT, neighbourPrice } from '../neighbour-price'

type Props = {
  listOre: Ore
  /** False for a member whose membership is not paid: they pay the full price. */
  hasDiscount: boolean
  className?: string
}

/** A service's price including VAT, the same everywhere: first the full price, then the member's. */
export function MemberPrice({ listOre, hasDiscount, className = '' }: Props) {
  return (
    <div className={`tabular ${className}`}>
      <p className="text-small text-soft">Ordinarie pris {hasDiscount && <s>{formatOre(listOre)}</s>}</p>
      <p className="text-h3">
        {hasDiscount && <span className="sr-only">Ditt pris </span>}
        {formatOre(hasDiscount ? neighbourPrice(listOre).customerPaysOre : listOre)}
      </p>
      {hasDiscount && (
        <p className="text-small text-spruce">
          {NEIGHBOUR_DISCOUNT_PERCENT}% {PRODUCT_NAME}-rabatt
        </p>
      )}
    </div>
  )
}
