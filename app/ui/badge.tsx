import type { ReactNode } from 'react'
import { breakable } from './breakable'
import { Icon, type IconName } from './marks/icon'

type Tone = 'neutral' | 'spruce' | 'lamp' | 'alarm'

const tones: Record<Tone, string> = {
  neutral: 'bg-mist text-ink',
  spruce: 'bg-fern text-spruce',
  lamp: 'bg-lamp text-on-lamp',
  alarm: 'bg-alarm text-on-alarm',
}

/** A state in a word or two. The word carries the meaning; the colour only supports it. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-full px-[min(0.75rem,3vw)] py-1 text-small font-semibold leading-snug ${tones[tone]}`}
    >
      {icon ? <Icon name={icon} className="size-4" /> : null}
      <span className="min-w-0">{breakable(children)}</span>
    </span>
  )
}
