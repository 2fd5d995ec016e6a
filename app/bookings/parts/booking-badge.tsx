import { Badge } from '~/ui/badge'
import type { Look } from '../booking'

/** A booking's state in the specification's words; `lookFor` says which. */
export function BookingBadge({ look }: { look: Pick<Look, 'label' | 'tone' | 'icon'> }) {
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {look.label}
    </Badge>
  )
}
