import { type ReviewState, reviewStateLabels } from '~/companies/public'
import { Badge } from '~/ui/badge'

const looks = {
  waiting: { tone: 'lamp', icon: 'eye' },
  approved: { tone: 'spruce', icon: 'check' },
  hidden: { tone: 'neutral', icon: 'eye-off' },
} as const satisfies Record<ReviewState, object>

/** The review state of a company; a removed one has none. */
export function ReviewBadge({ state, isGone }: { state: ReviewState; isGone: boolean }) {
  if (isGone) return <Badge icon="trash">Borttaget</Badge>
  return <Badge {...looks[state]}>{reviewStateLabels[state]}</Badge>
}
