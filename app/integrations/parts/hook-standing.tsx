import { Badge } from '~/ui/badge'
import type { OwnHook } from '../hooks/hook-store.server'

/** A webhook's present state as a badge. */
export function HookStanding({ hook: { endedAt, isOn, late } }: { hook: OwnHook }) {
  if (endedAt) return <Badge>Har sagt nej (410)</Badge>
  if (!isOn) return <Badge>Av</Badge>
  return late ? <Badge tone="alarm">Tar inte emot</Badge> : <Badge tone="spruce">På</Badge>
}
