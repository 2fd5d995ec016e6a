import { href } from 'react-router'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Monogram } from '~/ui/monogram'
import { categoryLabel } from '../category'
import type { CompanyCardRow } from '../company-store.server'
import { CompanyBadges } from './company-badges'

export function CompanyCard({ company }: { company: CompanyCardRow }) {
  return (
    <Card className="flex w-full flex-col">
      <div className="flex items-center gap-4">
        <Monogram name={company.name} />
        <div className="min-w-0">
          <h2 className="text-h4">{company.name}</h2>
          <p className="text-small text-soft">{categoryLabel(company.category)}</p>
        </div>
      </div>
      {company.bio && <p className="mt-4 line-clamp-3">{company.bio}</p>}
      <div className="mt-4">
        <CompanyBadges company={company} />
      </div>
      <div className="mt-auto pt-5">
        <ButtonLink
          to={href('/company/:id', { id: company.id })}
          variant="secondary"
          aria-label={`Visa profil: ${company.name}`}
        >
          Visa profil
        </ButtonLink>
      </div>
    </Card>
  )
}
