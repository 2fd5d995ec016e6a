import { formatOre, type Ore } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { NEIGHBOUR_DISCOUNT_PERCENT, neighbourPrice } from '../neighbour-price'

type Props = {
  listOre: Ore
  /** A member whose membership is not paid pays the full price: the discount waits. */
  hasDiscount: boolean
  className?: string
}

/** A service's price with VAT, everywhere alike: the full price is said first, then what a member pays. */
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
