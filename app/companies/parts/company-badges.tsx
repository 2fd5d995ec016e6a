import { Badge } from '~/ui/badge'
import type { CompanyCardRow } from '../company-store.server'

const rating = new Intl.NumberFormat('sv-SE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

export function CompanyBadges({ company }: { company: Pick<CompanyCardRow, 'is_security_partner' | 'rating'> }) {
  if (!company.is_security_partner && company.rating === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {company.is_security_partner && (
        <Badge tone="spruce" icon="shield">
          Trygghetspartner
        </Badge>
      )}
      {company.rating > 0 && (
        <Badge tone="lamp" icon="star">
          {rating.format(company.rating)}
        </Badge>
      )}
    </p>
  )
}
