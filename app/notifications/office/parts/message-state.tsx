import { type OutboxState, outboxStateLabels } from '~/outbox/public'
import { Badge } from '~/ui/badge'
import type { IconName } from '~/ui/marks/icon'

const looks = {
  queued: { tone: 'lamp', icon: 'clock' },
  sent: { tone: 'spruce', icon: 'check' },
  delivered: { tone: 'spruce', icon: 'check' },
  failed: { tone: 'alarm', icon: 'warning' },
  stopped: { tone: 'neutral', icon: 'close' },
} as const satisfies Record<OutboxState, { tone: string; icon: IconName }>

export function MessageState({ state }: { state: OutboxState }) {
  return (
    <Badge tone={looks[state].tone} icon={looks[state].icon}>
      {outboxStateLabels[state]}
    </Badge>
  )
}
