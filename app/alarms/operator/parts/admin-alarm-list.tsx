import { href, Link } from 'react-router'
import { formatPostcode } from '~/postcodes/public'
import { formatClock, formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Icon } from '~/ui/marks/icon'
import { isOpen, stateLabelOf } from '../../alarm'
import { nobodyAtTheEnd } from '../../answer/former/former-takers'
import { type AlarmLine, isStrange } from '../../history/alarm-views'
import { howLong } from '../../parts/ago'

/** List of alarms in the given order. */
export function AdminAlarmList({ lines, readAt }: { lines: readonly AlarmLine[]; readAt: Date }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {lines.map((line) => (
        <li key={line.id}>
          <Line line={line} readAt={readAt} />
        </li>
      ))}
    </ul>
  )
}

function Line({ line, readAt }: { line: AlarmLine; readAt: Date }) {
  const open = isOpen(line.state)
  // Nobody has the alarm: styled as on the partners' screen.
  const waits = line.state === 'new' && !line.isTest
  const look = waits
    ? 'border-alarm bg-alarm text-on-alarm'
    : `bg-surface ${line.needsHelp ? 'border-alarm-text' : open ? 'border-lamp' : 'border-transparent'}`
  return (
    <article
      className={`relative flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 p-4 shadow-card ${look}`}
    >
      <div className="min-w-0 grow">
        <h3 className="text-h4">
          <Link
            to={href('/dashboard/admin/alarms/:id', { id: line.id })}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            {formatPostcode(line.postcode)}, {formatMomentSeen(line.createdAt, readAt)}
          </Link>
        </h3>
        <p className={waits ? 'font-semibold' : 'text-soft'}>{wordsOf(line, readAt)}</p>
      </div>
      <div className="flex min-w-0 items-center gap-4">
        <span className="flex flex-wrap gap-2">
          {line.isTest ? <Badge tone="lamp">TEST</Badge> : null}
          {line.urgency > 1 ? <Badge tone="lamp">Larmat {line.urgency} gånger</Badge> : null}
          {isStrange(line) ? <Badge tone="lamp">Avblåst och larmat igen {line.reopenings} gånger</Badge> : null}
          {line.needsHelp ? (
            <Badge tone="alarm" icon="warning">
              Behöver hjälp
            </Badge>
          ) : null}
          <Badge tone={waits ? 'alarm' : open ? 'spruce' : 'neutral'}>{stateLabelOf(line)}</Badge>
        </span>
        <Icon name="chevron-right" className={`max-sm:hidden ${waits ? '' : 'text-soft'}`} />
      </div>
    </article>
  )
}

function wordsOf(line: AlarmLine, readAt: Date): string {
  const { state, takerName, takenAt, createdAt, closedAt } = line
  if (state === 'new') return `Har väntat i ${howLong(createdAt, readAt)}`
  const taken = takenAt
    ? `${takerName ?? 'Någon'} tog det kl. ${formatClock(takenAt)}`
    : (nobodyAtTheEnd(line) ?? 'Ingen hade det')
  return closedAt ? `${taken}, slut kl. ${formatClock(closedAt)}` : taken
}
