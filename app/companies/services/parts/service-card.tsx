import type { ReactNode } from 'react'
import type { Ore } from '~/shared/money'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { CardPhoto } from '../../photos/parts/card-photo'
import type { CardPhoto as CardPhotoShown } from '../../photos/photo'
import { formatDuration } from '../duration'
import { neighbourPrice } from '../neighbour-price'
import { type ServicePlace, servicePlaces } from '../place'
import { MemberPrice } from './member-price'
import { RutHint } from './rut-hint'

/** What a resident sees of a service. The owner's form uses it as a live preview. */
export type ServiceShown = {
  title: string
  description: string
  listOre: Ore
  durationMin: number
  isRut: boolean
  labourPercent: number
  place: ServicePlace
  photo?: CardPhotoShown | null
}

type Props = {
  service: ServiceShown
  heading?: 'h3' | 'h4'
  /** False for a member whose membership is not paid. */
  hasDiscount?: boolean
  /** The reader's button; a preview has none. */
  action?: ReactNode
}

export function ServiceCard({ service, heading: Heading = 'h3', hasDiscount = true, action }: Props) {
  const { listOre } = service
  return (
    <Card as="article" className="grid w-full min-w-0 gap-x-8 gap-y-4 sm:grid-cols-[1fr_minmax(10rem,auto)]">
      <div className="min-w-0">
        <CardPhoto photo={service.photo ?? null} className="mb-4 max-w-80" />
        <Heading className="text-h4 wrap-anywhere">{service.title}</Heading>
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
          <li className="flex items-center gap-2">
            <Icon name="clock" />
            {formatDuration(service.durationMin)}
          </li>
          <li className="flex items-center gap-2">
            <Icon name="map-pin" />
            {servicePlaces[service.place].reader}
          </li>
        </ul>
        {service.description && <p className="mt-3 whitespace-pre-line wrap-anywhere">{service.description}</p>}
      </div>
      <div className="sm:text-right">
        <MemberPrice listOre={listOre} hasDiscount={hasDiscount} />
        {action && <div className="mt-4">{action}</div>}
      </div>
      {service.isRut && service.labourPercent > 0 && (
        <RutHint
          customerPaysOre={hasDiscount ? neighbourPrice(listOre).customerPaysOre : listOre}
          labourPercent={service.labourPercent}
          className="rounded-control bg-fern px-4 py-3 sm:col-span-2"
        />
      )}
    </Card>
  )
}
