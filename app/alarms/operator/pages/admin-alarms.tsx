import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { readCursor } from '~/platform/database/keyset.server'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { isOpen } from '../../alarm'
import type { AlarmLine } from '../../history/alarm-views'
import { DutyCard } from '../../partner/parts/duty-card'
import { LineState } from '../../parts/line-state'
import { useAlarmNews, useNewest } from '../../parts/use-alarm-news'
import { setDuty } from '../../watch/duty.server'
import { readOverSearch } from '../over-search'
import { AdminAlarmList } from '../parts/admin-alarm-list'
import { AdminTabs } from '../parts/admin-tabs'
import { AreaGrid } from '../parts/area-grid'
import { IncidentList } from '../parts/incident-list'
import { OverSection } from '../parts/over-section'
import { readAdminAlarms } from '../read-admin.server'
import type { Route } from './+types/admin-alarms'

const address = href('/dashboard/admin/alarms')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Larm', description: 'Larm som pågår och är över.', path: address, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const over = readOverSearch(new URL(request.url).searchParams)
  return readAdminAlarms(context.get(houseContext), signedIn, readCursor(request), over)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const { duty } = await readForm(request)
  await setDuty(context.get(houseContext), signedIn, duty === 'on')
  const title = duty === 'on' ? 'Du har jour' : 'Du har inte längre jour'
  return redirectWithNotice(`${address}#top`, { tone: 'normal', title })
}

const needOf = ({ isTest, needsHelp, state }: AlarmLine) => (isTest ? 3 : needsHelp ? 0 : state === 'new' ? 1 : 2)

/** Sorts alarms by urgency; a test never stands above an alarm. */
function byNeed(one: AlarmLine, other: AlarmLine): number {
  return needOf(one) - needOf(other) || one.createdAt.getTime() - other.createdAt.getTime()
}

export default function AdminAlarms({ loaderData }: Route.ComponentProps) {
  const { closed, over, areas, incidents, duties, isOnDuty, before, isOpenCut } = loaderData
  const { alarms, tell, readAt } = useNewest(loaderData.open, loaderData.now)
  const hasLine = useAlarmNews('person', (news) => {
    if ('line' in news) tell(news.now, news.line)
  })
  const open = alarms.filter(({ state }) => isOpen(state)).sort(byNeed)
  return (
    <>
      <h1 className="text-h2">Larm</h1>
      <AdminTabs />
      <LineState hasLine={hasLine} className="mt-5" />
      <IncidentList incidents={incidents} now={loaderData.now} />
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:items-start">
        <section aria-labelledby="pagar">
          <h2 id="pagar" className="text-h3">
            Pågår nu
          </h2>
          {isOpenCut ? (
            <p className="mt-2 font-semibold">
              Det pågår fler än vad som får plats här. De som behöver hjälp mest står först; områdena nedan räknar alla
              larm.
            </p>
          ) : null}
          <div className="mt-4">
            {open.length === 0 ? (
              <p className="rounded-card bg-mist p-5 text-soft">Inga larm just nu.</p>
            ) : (
              <AdminAlarmList lines={open} readAt={readAt} />
            )}
          </div>
        </section>
        <DutyCard duties={duties} isOnDuty={isOnDuty} now={loaderData.now} />
      </div>
      <AreaGrid areas={areas} readAt={readAt} />
      <OverSection closed={closed} over={over} before={before} now={loaderData.now} />
    </>
  )
}
