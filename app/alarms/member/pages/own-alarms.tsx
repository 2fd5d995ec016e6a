import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { handle as plain } from '~/door/plain-page'
import { pageOf, readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/marks/icon'
import { Pager } from '~/ui/pager'
import { isOpen, stateLabelOf } from '../../alarm'
import { readOwnAlarmPage } from '../../history/alarm-view-store.server'
import { hasTestFailed } from '../../history/lamps'
import type { Route } from './+types/own-alarms'

export { clientMiddleware } from '~/door/plain-page'

export const handle = { ...plain, night: true }

const pageSize = 20
const address = href('/dashboard/customer/safety/history')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Mina larm', description: 'Larm du har skickat.', path: address, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { person } = requireRole(context, request, 'member')
  const before = readCursor(request)
  const { db, clock } = context.get(houseContext)
  const { shown, next } = pageOf(await readOwnAlarmPage(db, person.id, before, pageSize + 1), pageSize)
  const now = clock.now()
  return { alarms: shown.map((alarm) => ({ ...alarm, at: formatMomentSeen(alarm.createdAt, now) })), next, before }
}

export default function OwnAlarms({ loaderData: { alarms, next, before } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
      <Link to={href('/dashboard/customer/safety')} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Trygghetslarm
      </Link>
      <h1 className="text-h2">Mina larm</h1>
      {alarms.length === 0 ? (
        <EmptyState title="Du har inte larmat">Larm och test som du skickar sparas här, med allt som hände.</EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {alarms.map((alarm) => (
            <li key={alarm.id} className="relative rounded-card bg-surface p-5">
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h2 className="text-h4">
                  <Link
                    to={href('/dashboard/customer/safety/history/:id', { id: alarm.id })}
                    className="after:absolute after:inset-0 after:rounded-card"
                  >
                    {alarm.at}
                  </Link>
                </h2>
                <span className="flex flex-wrap gap-2">
                  {alarm.isTest ? <Badge tone="lamp">TEST</Badge> : null}
                  <Badge tone={isOpen(alarm.state) ? 'lamp' : 'neutral'}>
                    {hasTestFailed(alarm) ? 'Nådde ingen som kan komma' : stateLabelOf(alarm)}
                  </Badge>
                </span>
              </div>
              <p className="mt-1 line-clamp-2 wrap-anywhere text-soft">{alarm.message}</p>
            </li>
          ))}
        </ul>
      )}
      <Pager previous={before ? address : undefined} next={next && `${address}?before=${next}`} />
    </div>
  )
}
