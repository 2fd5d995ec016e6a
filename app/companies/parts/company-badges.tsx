import { Badge } from '~/ui/badge'
import type { CompanyCardRow } from '../directory-store.server'

const rating = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

type Props = {
  company: Pick<CompanyCardRow, 'is_security_partner' | 'is_month_sponsor' | 'is_season_partner' | 'rating'>
}

/** What a company has earned or booked, in a word each. */
export function CompanyBadges({ company }: Props) {
  const isNoted = company.is_security_partner || company.is_month_sponsor || company.is_season_partner
  if (!isNoted && company.rating === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {company.rating > 0 && (
        <Badge icon="star">
          <span className="sr-only">Betyg </span>
          <span className="tabular">{rating.format(company.rating)}</span>
          <span className="sr-only"> av 5</span>
        </Badge>
      )}
      {company.is_security_partner && (
        <Badge tone="spruce" icon="shield">
          Trygghetspartner
        </Badge>
      )}
      {company.is_month_sponsor && (
        <Badge tone="lamp" icon="lamp">
          Månadens sponsor
        </Badge>
      )}
      {company.is_season_partner && (
        <Badge tone="spruce" icon="leaf">
          Säsongspartner
        </Badge>
      )}
    </p>
  )
}
