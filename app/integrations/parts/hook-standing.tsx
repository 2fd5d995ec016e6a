import { Badge } from '~/ui/badge'
import type { OwnHook } from '../hooks/hook-store.server'

/** How it is with an address just now, in a word or two. */
export function HookStanding({ hook: { endedAt, isOn, late } }: { hook: OwnHook }) {
  if (endedAt) return <Badge>Har sagt nej (410)</Badge>
  if (!isOn) return <Badge>Av</Badge>
  return late ? <Badge tone="alarm">Tar inte emot</Badge> : <Badge tone="spruce">På</Badge>
}
