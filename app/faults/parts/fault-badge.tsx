import { Badge } from '~/ui/badge'
import type { FaultState } from '../fault'

const looks = {
  open: { tone: 'lamp', icon: 'warning', label: 'Öppet' },
  back: { tone: 'alarm', icon: 'warning', label: 'Tillbaka' },
  mended: { tone: 'spruce', icon: 'check', label: 'Rättat' },
} as const satisfies Record<FaultState, { tone: string; icon: string; label: string }>

export function FaultBadge({ state }: { state: FaultState }) {
  const { tone, icon, label } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}
