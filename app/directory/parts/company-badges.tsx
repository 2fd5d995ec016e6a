import { formatRating } from '~/reviews/public'
import { badgeNames, partnerName } from '~/sponsorship/public'
import { Badge } from '~/ui/badge'
import type { CompanyOnCard } from '../read-directory.server'

type Props = {
  company: Pick<CompanyOnCard, 'takes_alarms' | 'rating' | 'rating_count' | 'badges'>
}

/** A company's badges: rating, takes alarms, and its sponsor or season badge this month. */
export function CompanyBadges({ company }: Props) {
  const { sponsorOfMonth, seasonPartner } = company.badges
  const isNoted = company.takes_alarms || sponsorOfMonth || seasonPartner
  if (!isNoted && company.rating === 0) return null
  return (
    <p className="flex flex-wrap gap-2">
      {company.rating > 0 && (
        <Badge icon="star">
          <span>
            <span className="sr-only">Betyg </span>
            <span className="tabular">{formatRating(company.rating)}</span>
            <span className="sr-only"> av 5</span> ({company.rating_count}
            <span className="sr-only">{company.rating_count === 1 ? ' omdöme' : ' omdömen'}</span>)
          </span>
        </Badge>
      )}
      {company.takes_alarms && (
        <Badge tone="spruce" icon="shield">
          {partnerName}
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
