import type { ReactNode } from 'react'
import { Icon } from '~/ui/marks/icon'

type Props = {
  /** The applying company and its postcode. */
  company: { name: string; postcode: string }
  title: string
  lead: ReactNode
  price: string
  per: string
  children: ReactNode
}

/** The head of an application page: the package, its price, and the months. */
export function ApplicationHero({ company, title, lead, price, per, children }: Props) {
  return (
    <header className="band overflow-hidden">
      <div className="page grid items-end gap-x-16 gap-y-10 py-12 sm:py-16 lg:grid-cols-[6fr_5fr] lg:py-20">
        <div>
          <p className="flex items-start gap-2 text-lamp text-small">
            <Icon name="map-pin" className="mt-[0.15em]" />
            <span className="min-w-0">
              {company.name}, {company.postcode}
            </span>
          </p>
          <h1 className="mt-4 max-w-[14ch] text-display">{title}</h1>
          <p className="mt-5 max-w-[46ch] text-lead">{lead}</p>
          <p className="mt-7 flex flex-wrap items-baseline gap-x-3">
            <span className="font-semibold text-h1 text-lamp">{price}</span>
            <span>{per}, exklusive moms</span>
          </p>
        </div>
        {children}
      </div>
    </header>
  )
}
