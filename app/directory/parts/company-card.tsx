import { href } from 'react-router'
import { CardPhoto, CompanyMark, categoryLabel } from '~/companies/public'
import { Card } from '~/ui/card'
import { ButtonLink } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import type { CompanyOnCard } from '../read-directory.server'
import { CompanyBadges } from './company-badges'

type Props = { company: CompanyOnCard; heading?: 'h2' | 'h3' }

/** Side by side with cards that have photos, a card without one shows the company's mark in that place. */
const beside = {
  head: 'sm:group-has-data-photo/cards:block',
  mark: 'sm:group-has-data-photo/cards:mark-instead',
} as const

export function CompanyCards({
  companies,
  heading,
  className,
}: Pick<Props, 'heading'> & { companies: readonly CompanyOnCard[]; className: string }) {
  return (
    <ul className={`group/cards grid gap-5 sm:grid-cols-2 ${className}`}>
      {companies.map((company) => (
        <li key={company.id} className="flex">
          <CompanyCard company={company} heading={heading} />
        </li>
      ))}
    </ul>
  )
}

export function CompanyCard({ company, heading: Heading = 'h2' }: Props) {
  return (
    <Card as="article" className="flex w-full min-w-0 flex-col">
      <CardPhoto photo={company.photo} className="mb-5" />
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${company.photo ? '' : beside.head}`}>
        <div className={`flex-none ${company.photo ? '' : beside.mark}`}>
          <CompanyMark company={company} />
        </div>
        <div className="min-w-0 grow basis-32">
          <Heading className="text-h4 wrap-anywhere">{company.name}</Heading>
          <p className="text-small text-soft">{categoryLabel(company.category)}</p>
        </div>
      </div>
      {company.bio && <p className="mt-4 line-clamp-3 wrap-anywhere">{company.bio}</p>}
      <div className="mt-auto flex flex-col gap-5 pt-5">
        <CompanyBadges company={company} />
        {company.soonest && (
          <p className="-mt-2 flex items-center gap-2 text-small">
            <Icon name="clock" className="text-spruce" />
            {company.soonest}
          </p>
        )}
        <ButtonLink
          to={href('/company/:id', { id: company.id })}
          variant="secondary"
          className="self-start"
          aria-label={`Visa profil: ${company.name}`}
        >
          Visa profil
        </ButtonLink>
      </div>
    </Card>
  )
}
