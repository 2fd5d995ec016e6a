import { Badge } from '~/ui/badge'
import { type BroadcastState, stateLabels } from '../broadcast'

const looks = {
  asked: { tone: 'lamp', icon: 'clock' },
  ready: { tone: 'neutral', icon: 'edit' },
  declined: { tone: 'neutral', icon: 'close' },
  running: { tone: 'lamp', icon: 'message' },
  stopped: { tone: 'neutral', icon: 'close' },
  done: { tone: 'spruce', icon: 'check' },
} as const satisfies Record<BroadcastState, { tone: string; icon: string }>

export function StateBadge({ state }: { state: BroadcastState }) {
  return (
    <Badge tone={looks[state].tone} icon={looks[state].icon}>
      {stateLabels[state]}
    </Badge>
  )
}
