import { type ReviewState, reviewStateLabels } from '~/companies/public'
import { Badge } from '~/ui/badge'

const looks = {
  waiting: { tone: 'lamp', icon: 'eye' },
  approved: { tone: 'spruce', icon: 'check' },
  hidden: { tone: 'neutral', icon: 'eye-off' },
} as const satisfies Record<ReviewState, object>

/** Where a company stands with the administrators; closed by its owner, it stands nowhere. */
export function ReviewBadge({ state, isGone }: { state: ReviewState; isGone: boolean }) {
  if (isGone) return <Badge icon="trash">Borttaget</Badge>
  return <Badge {...looks[state]}>{reviewStateLabels[state]}</Badge>
}
