import type { ReactNode } from 'react'
import { formatOre, type Ore } from '~/shared/money'
import { PRODUCT_NAME } from '~/shared/product'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { formatDuration } from '../duration'
import { NEIGHBOUR_DISCOUNT_PERCENT, neighbourPrice, rutEstimate } from '../neighbour-price'

/** What a resident sees of a service. The owner's form shows the same while it is being filled in. */
export type ServiceShown = {
  title: string
  description: string
  listOre: Ore
  durationMin: number
  isRut: boolean
  labourPercent: number
}

type Props = {
  service: ServiceShown
  heading?: 'h3' | 'h4'
  /** What the reader can do with it; a preview has none. */
  action?: ReactNode
}

export function ServiceCard({ service, heading: Heading = 'h3', action }: Props) {
  const { listOre, customerPaysOre } = neighbourPrice(service.listOre)
  return (
    <Card as="article" className="grid w-full min-w-0 gap-x-8 gap-y-4 sm:grid-cols-[1fr_minmax(10rem,auto)]">
      <div className="min-w-0">
        <Heading className="text-h4 wrap-anywhere">{service.title}</Heading>
        <p className="mt-1 flex items-center gap-2 text-small text-soft">
          <Icon name="clock" />
          {formatDuration(service.durationMin)}
        </p>
        {service.description && <p className="mt-3 whitespace-pre-line wrap-anywhere">{service.description}</p>}
      </div>
      <div className="tabular sm:text-right">
        <p className="text-small text-soft">
          <span className="sr-only">Ordinarie pris </span>
          <s>{formatOre(listOre)}</s>
        </p>
        <p className="text-h3">
          <span className="sr-only">Ditt pris </span>
          {formatOre(customerPaysOre)}
        </p>
        <p className="text-small text-spruce">
          {NEIGHBOUR_DISCOUNT_PERCENT}% {PRODUCT_NAME}-rabatt
        </p>
        {action && <div className="mt-4">{action}</div>}
      </div>
      {service.isRut && service.labourPercent > 0 && (
        <RutHint customerPaysOre={customerPaysOre} labourPercent={service.labourPercent} />
      )}
    </Card>
  )
}

/** Only the labour is deducted, and only for somebody with room left: both are said where the price is. */
function RutHint({ customerPaysOre, labourPercent }: { customerPaysOre: Ore; labourPercent: number }) {
  const labour = labourPercent === 100 ? 'Hela priset är arbete' : `${labourPercent}\u00a0% av priset är arbete`
  return (
    <p className="flex gap-3 rounded-control bg-fern px-4 py-3 text-small sm:col-span-2">
      <Icon name="coin" className="mt-[0.15em] size-5 text-spruce" />
      <span>
        <strong className="tabular font-semibold">
          {formatOre(rutEstimate({ customerPaysOre, labourPercent }).afterRutOre)} efter rutavdrag.
        </strong>{' '}
        {labour}; avdraget är hälften av det och kräver eget utrymme.
      </span>
    </p>
  )
}
