import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { Card } from '~/ui/card'
import { LineChart } from '~/ui/chart/chart'
import { StatCard } from '~/ui/stat-card'
import { UpkeepLines } from '~/upkeep/public'
import { AttentionList } from '../parts/attention-list'
import { AuditList } from '../parts/audit-list'
import { readOverview } from '../read-overview.server'
import type { Route } from './+types/overview'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Admin Panel',
    description: 'Översikt för administratörer.',
    path: href('/dashboard/admin'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return readOverview(context.get(houseContext), signedIn)
}

const number = new Intl.NumberFormat('sv-SE')
const seconds = (value: number) => `${number.format(value)} s`

export default function AdminOverview({ loaderData }: Route.ComponentProps) {
  const { cards, unanswered, attention, charts, activity, upkeep } = loaderData
  useLive('alarms', 'messages', 'payments', 'bookings')
  const perWeek = { labels: charts.weeks, labelsHead: 'Vecka' }
  return (
    <>
      <h1 className="text-h2">Översikt</h1>
      <div className="mt-8">
        <AttentionList items={attention} />
      </div>
      <div className="mt-5 grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 sm:gap-5 xl:grid-cols-4">
        <StatCard
          label="Företag"
          value={number.format(cards.companies)}
          icon="building"
          to={href('/dashboard/admin/companies')}
        />
        <StatCard
          label="Användare"
          value={number.format(cards.people)}
          note="medlemmar"
          icon="people"
          to={href('/dashboard/admin/users')}
        />
        <StatCard label="Bokningar" value={number.format(cards.bookings)} note="den här månaden" icon="calendar" />
        <StatCard
          label="Trygghetslarm"
          value={cards.alarms}
          note={unanswered > 0 ? `aktiva, ${unanswered} utan svar` : 'aktiva'}
          icon="alarm"
          to={href('/dashboard/admin/alarms')}
        />
      </div>
      <section aria-labelledby="veckor" className="mt-12">
        <h2 id="veckor" className="text-h3">
          De senaste veckorna
        </h2>
        <div className="mt-5 grid gap-5 xl:grid-cols-2">
          <Card>
            <LineChart title="Nya konton" {...perWeek} series={[{ label: 'Konton', values: charts.signUps }]} />
          </Card>
          <Card>
            <LineChart title="Bokningar" {...perWeek} series={[{ label: 'Bokningar', values: charts.bookings }]} />
          </Card>
          <Card>
            <LineChart title="Larm" {...perWeek} series={[{ label: 'Larm', values: charts.alarms }]} />
          </Card>
          <Card>
            <LineChart
              title="Tid tills någon tog larmet"
              note="I genomsnitt, av larm som är avslutade. En vecka utan något sådant är en lucka."
              {...perWeek}
              series={[{ label: 'Sekunder', values: charts.responseSeconds }]}
              format={seconds}
            />
          </Card>
        </div>
      </section>
      <section aria-labelledby="drift" className="mt-12">
        <h2 id="drift" className="text-h3">
          Drift
        </h2>
        <Card className="mt-5 max-w-3xl">
          <UpkeepLines upkeep={upkeep} />
          <p className="mt-4">
            <Link to={href('/dashboard/admin/upkeep')}>Kopiorna och sysslorna</Link>
          </p>
        </Card>
      </section>
      <section aria-labelledby="aktivitet" className="mt-12">
        <h2 id="aktivitet" className="text-h3">
          Senaste aktivitet
        </h2>
        {activity.knocks && (
          <p className="mt-3">
            <Link to={`${href('/dashboard/admin/audit')}?vad=refused+at+the+door`}>
              Nekades i adminpanelen {activity.knocks} {activity.knocks === '1' ? 'gång' : 'gånger'} det senaste dygnet
            </Link>
          </p>
        )}
        {activity.lines.length === 0 ? (
          <p className="mt-4 text-soft">Ingen aktivitet ännu</p>
        ) : (
          <>
            <AuditList entries={activity.lines} />
            <p className="mt-4">
              <Link to={href('/dashboard/admin/audit')}>Hela historiken</Link>
            </p>
          </>
        )}
      </section>
    </>
  )
}
