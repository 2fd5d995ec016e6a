import { href, Link } from 'react-router'
import { formatClock } from '~/shared/time'
import { Card } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import type { PatrolSeen } from '../read-patrols.server'
import { capital, formatHours, formatShiftDay, formatWalked, nearDay } from '../shift-words'

type Props = { now: Date; next: PatrolSeen | null; last: PatrolSeen | null }

/** Tonight's patrol in short, on a member's overview. */
export function PatrolCard({ now, next, last }: Props) {
  return (
    <Card as="section" aria-labelledby="patrol" className="flex flex-wrap gap-x-4 gap-y-2">
      <span className="grid size-12 shrink-0 place-content-center rounded-full bg-mist text-spruce">
        <Icon name="lamp" className="size-6" />
      </span>
      <div className="min-w-0 flex-1 basis-36">
        <h2 id="patrol" className="text-h4">
          {next ? headline(next, now) : 'Ingen rond planerad'}
        </h2>
        {next && <p className="mt-1 text-soft">{nextText(next)}</p>}
        {last && last.id !== next?.id && (
          <p className="mt-1 text-soft">
            Senaste ronden: {formatShiftDay(last.day)}, {formatWalked(last)}.
          </p>
        )}
        <p className="mt-2">
          <Link to={href('/dashboard/customer/patrols')} className="link inline-flex min-h-12 items-center">
            Alla ronder
          </Link>
        </p>
      </div>
    </Card>
  )
}

function headline(next: PatrolSeen, now: Date): string {
  if (next.state === 'walking') return 'En väktare är ute i kvarteret nu'
  return `${capital(nearDay(next, now))} ${formatHours(next)}`
}

/** Must not promise more than what holds: who walks, or that nobody does yet. */
export function nextText(next: PatrolSeen): string {
  const guard = next.walkedBy ?? 'Väktaren'
  switch (next.state) {
    case 'walking': {
      const since = next.walkedSince
      return since ? `${guard}, sedan ${formatClock(since)}.` : `${guard}.`
    }
    case 'walked':
      return next.spans.length > 0 ? `${guard} var ute ${formatWalked(next)}.` : `${guard} var ute.`
    case 'awaited':
      // A guard was out and has been removed by their company.
      if (next.beganAt) return 'Ingen väktare är ute just nu.'
      return 'Det är dags för rond, men ingen väktare har börjat gå än.'
    case 'halted':
      return `Ingen väktare är ute. ${cannotWalk(next)}`
    case 'free':
      return 'Inget bevakningsföretag har tagit passet än.'
    case 'missed':
      return 'Ingen väktare checkade in.'
    case 'planned':
      return next.isCalled ? `${next.companyName} går ronden.` : cannotWalk(next)
  }
}

const cannotWalk = ({ companyName }: PatrolSeen) => `${companyName} kan inte gå ronden just nu.`
