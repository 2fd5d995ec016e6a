import { Link } from 'react-router'
import { CardPhoto, CompanyMark, MemberPrice, servicePlaces } from '~/companies/public'
import { partnerName } from '~/sponsorship/public'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/marks/icon'
import type { ServiceListed } from '../read-book-page.server'

type Props = { service: ServiceListed; hasDiscount: boolean; isChosen: boolean; to: string }

const rating = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A service to choose: the whole card is the link that chooses it. */
export function ServiceChoice({ service, hasDiscount, isChosen, to }: Props) {
  return (
    <article
      className={`relative flex w-full min-w-0 flex-col rounded-card border-[1.5px] p-5 shadow-card transition-[border-color,background-color] duration-150 sm:p-6 ${isChosen ? 'border-spruce bg-fern' : 'border-transparent bg-surface hover:border-spruce'}`}
    >
      <CardPhoto photo={service.photo} className="mb-4" />
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-h4 wrap-anywhere">
          <Link
            to={to}
            preventScrollReset
            aria-current={isChosen ? 'true' : undefined}
            className="rounded-[3px] after:absolute after:inset-0 after:rounded-card"
          >
            {service.title}
          </Link>
        </h2>
        {isChosen && (
          <Badge tone="spruce" icon="check">
            Vald
          </Badge>
        )}
      </div>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
        <CompanyMark company={{ name: service.companyName, logo_url: service.logoUrl }} />
        <span className="min-w-0 grow basis-28 wrap-anywhere">{service.companyName}</span>
      </p>
      {service.isPartner && (
        <p className="mt-2">
          <Badge tone="lamp" icon="shield">
            {partnerName}
          </Badge>
        </p>
      )}
      {service.description && (
        <p className="mt-3 line-clamp-4 whitespace-pre-line wrap-anywhere">{service.description}</p>
      )}
      <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-small text-soft">
        <span className="inline-flex items-center gap-1.5">
          <Icon name="clock" />
          {service.durationMin} min
        </span>
        <span className="inline-flex items-center gap-1.5">
          <Icon name="map-pin" />
          {servicePlaces[service.place].reader}
        </span>
        {service.rating > 0 && (
          <span className="inline-flex items-center gap-1.5">
            <Icon name="star" className="text-lamp-ink" />
            <span>
              <span className="sr-only">Betyg </span>
              {rating.format(service.rating)} ({service.ratingCount}
              <span className="sr-only">{service.ratingCount === 1 ? ' omdöme' : ' omdömen'}</span>)
            </span>
          </span>
        )}
      </p>
      {service.soonest && (
        <p className="mt-3 flex items-center gap-1.5 text-small">
          <Icon name="calendar" className="text-spruce" />
          {service.soonest}
        </p>
      )}
      <MemberPrice listOre={service.listOre} hasDiscount={hasDiscount} className="mt-auto pt-5" />
    </article>
  )
}
