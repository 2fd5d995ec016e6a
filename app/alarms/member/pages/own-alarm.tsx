import { href, Link } from 'react-router'
import { answerTo } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { handle as plain } from '~/door/plain-page'
import { houseContext } from '~/platform/http/contexts.server'
import { notThere } from '~/shared/outcome'
import { formatMomentSeen } from '~/shared/time'
import { Icon } from '~/ui/marks/icon'
import { type AlarmState, isOpen } from '../../alarm'
import { asItWent } from '../../answer/former/former-takers'
import { AlarmLamps } from '../../parts/alarm-lamps'
import { LineState } from '../../parts/line-state'
import { TestMark } from '../../parts/test-mark'
import { TimelineList } from '../../parts/timeline-list'
import { useOwnAlarms } from '../parts/use-own-alarms'
import { readOwnHistory } from '../read-own-history.server'
import type { Route } from './+types/own-alarm'

type Shown = { alarm: { state: AlarmState } }

export { clientMiddleware } from '~/door/plain-page'

/** Hydrates the page only while the alarm is open, since only then does it change. An ended alarm is a plain page. */
export const handle = { ...plain, night: true, runs: (data?: Shown) => data !== undefined && isOpen(data.alarm.state) }

export function meta({ matches, params }: Route.MetaArgs) {
  const path = href('/dashboard/customer/safety/history/:id', params)
  return pageMeta(matches, { title: 'Mitt larm', description: 'Allt som hände med larmet.', path, hidden: true })
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const history = await readOwnHistory(context.get(houseContext), signedIn, params.id)
  if (!history) throw answerTo(notThere)
  return history
}

export default function OwnAlarmPage({ loaderData: { alarm: loaded, timeline, now } }: Route.ComponentProps) {
  const { alarms, hasLine } = useOwnAlarms([loaded], now)
  const alarm = alarms.find(({ id }) => id === loaded.id) ?? loaded
  return (
    <div className="mx-auto grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-6">
      <Link to={href('/dashboard/customer/safety/history')} className="link inline-flex min-h-12 items-center gap-2">
        <Icon name="arrow-left" /> Mina larm
      </Link>
      <h1 className="text-h2">Larmet {formatMomentSeen(alarm.createdAt, now)}</h1>
      <LineState hasLine={hasLine} />
      {alarm.isTest ? <TestMark text="Det här var ett test." /> : null}
      <blockquote className="border-line border-l-3 pl-4 text-lead wrap-anywhere whitespace-pre-line">
        {alarm.message}
      </blockquote>
      <div className="rounded-card bg-surface p-5 sm:p-7">
        <AlarmLamps alarm={asItWent(alarm)} />
      </div>
      <section aria-labelledby="historik" className="rounded-card bg-surface p-5 sm:p-7">
        <h2 id="historik" className="mb-5 text-h4">
          Allt som hänt
        </h2>
        <TimelineList entries={timeline} />
        <p className="mt-5 text-small text-soft">
          Historiken kan ingen ändra. Din plats visas bara ungefär efter 30 dagar.
        </p>
      </section>
    </div>
  )
}
