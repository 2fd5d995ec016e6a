import { Badge } from '~/ui/badge'
import type { Look } from '../booking'

/** The state of a booking as a badge. Pass the result of `lookFor`. */
export function BookingBadge({ look }: { look: Pick<Look, 'label' | 'tone' | 'icon'> }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.label}
    </Badge>
  )
}
