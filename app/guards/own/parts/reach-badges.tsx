import { Badge } from '~/ui/badge'
import { type Hindrance, hindrances } from '../../guard'

/** Shows whether an alarm reaches a guard, or every reason why not. */
export function ReachBadges({ missing }: { missing: Hindrance[] }) {
  if (missing.length === 0) {
    return (
      <Badge tone="spruce" icon="check">
        Nås av larm nu
      </Badge>
    )
  }
  return missing.map((one) => (
    <Badge key={one} icon={one === 'duty' ? 'clock' : 'warning'} tone={one === 'duty' ? 'neutral' : 'lamp'}>
      {hindrances[one].toCompany}
    </Badge>
  ))
}
