import { Badge } from '~/ui/badge'
import { type BookingStatus, bookingStates } from '../booking'

/** A booking's state in the specification's words. */
export function BookingBadge({ status, short }: { status: BookingStatus; short?: boolean }) {
  const look = bookingStates[status]
  return (
    <Badge tone={look.tone} icon={look.icon}>
      {short ? look.short : look.label}
    </Badge>
  )
}
