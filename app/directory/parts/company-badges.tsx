import { formatRating } from '~/reviews/public'
import { badgeNames } from '~/sponsorship/public'
import { Badge } from '~/ui/badge'
import type { CompanyOnCard } from '../read-directory.server'

type Props = {
  company: Pick<CompanyOnCard, 'is_security_partner' | 'is_approved' | 'rating' | 'badges'>
}

/** What a company has earned or booked, in a word each. */
export function CompanyBadges({ company }: Props) {
  const { sponsorOfMonth, seasonPartner } = company.badges
  const isPartner = company.is_security_partner && company.is_approved
  const isNoted = isPartner || sponsorOfMonth || seasonPartner
  if (!isNoted && company.rating === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {company.rating > 0 && (
        <Badge icon="star">
          <span className="sr-only">Betyg </span>
          <span className="tabular">{formatRating(company.rating)}</span>
          <span className="sr-only"> av 5</span>
        </Badge>
      )}
      {isPartner && (
        <Badge tone="spruce" icon="shield">
          Trygghetspartner
        </Badge>
      )}
      {sponsorOfMonth && (
        <Badge tone="lamp" icon="lamp">
          {badgeNames.sponsorOfMonth}
        </Badge>
      )}
      {seasonPartner && (
        <Badge tone="spruce" icon="leaf">
          {badgeNames.seasonPartner}
        </Badge>
      )}
    </p>
  )
}
