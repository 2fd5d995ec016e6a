import { Badge } from '~/ui/badge'
import type { Standing } from '../trial'

const looks = {
  whole: { tone: 'spruce', icon: 'check', label: 'I ordning' },
  unknown: { tone: 'neutral', icon: 'info', label: 'Okänt' },
  old: { tone: 'alarm', icon: 'warning', label: 'Behöver ses till' },
  failed: { tone: 'alarm', icon: 'warning', label: 'Behöver ses till' },
} as const satisfies Record<Standing, { tone: string; icon: string; label: string }>

/** The state of backups as a badge. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { tone, icon, label } = looks[standing]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

export function ChoresBadge({ behind }: { behind: number }) {
  return (
    <Badge tone={behind > 0 ? 'lamp' : 'spruce'} icon={behind > 0 ? 'warning' : 'check'}>
      {behind > 0 ? 'Behöver ses till' : 'I ordning'}
    </Badge>
  )
}
