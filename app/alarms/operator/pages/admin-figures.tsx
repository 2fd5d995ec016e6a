import { href } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { formatOre } from '~/shared/money'
import { Card } from '~/ui/card'
import { BarChart } from '~/ui/chart/chart'
import { EmptyState } from '~/ui/empty-state'
import { DataTable } from '~/ui/table'
import { LinkTabs } from '~/ui/tabs'
import { figureDays, readFigureDays } from '../../watch/figure-days'
import { inWords } from '../../words/seconds'
import { AdminTabs } from '../parts/admin-tabs'
import { readAdminFigures } from '../read-admin.server'
import type { Route } from './+types/admin-figures'

const address = href('/dashboard/admin/alarms/figures')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Svarstider', description: 'Hur fort larm tas.', path: address, hidden: true })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const days = readFigureDays(new URL(request.url).searchParams.get('dagar'))
  return readAdminFigures(context.get(houseContext), signedIn, days)
}

const within = ['Högst 15 s', '15–30 s', '30–60 s', '1–2 min', '2–5 min', 'Längre'] as const

function Cost({ what, sum, note }: { what: string; sum: string; note: string }) {
  return (
    <div>
      <dt className="text-small text-soft">{what}</dt>
      <dd className="text-h4">{sum}</dd>
      <dd className="text-small text-soft">{note}</dd>
    </div>
  )
}

export default function AdminFigures({ loaderData: { days, costs, figures } }: Route.ComponentProps) {
  const answered = figures.flatMap(({ postcode, takeSeconds }) =>
    takeSeconds === null ? [] : [{ postcode, takeSeconds }],
  )
  return (
    <>
      <h1 className="text-h2">Svarstider</h1>
      <AdminTabs />
      <LinkTabs
        label="Hur långt tillbaka"
        tabs={figureDays.map((each) => ({
          to: `${address}?dagar=${each}`,
          label: `${each} dagar`,
          current: each === days,
        }))}
        className="mt-5 max-w-xl"
      />
      {costs.sms + costs.testSms > 0 && (
        <Card className="mt-8">
          <h2 className="text-h4">Vad larmens SMS har kostat</h2>
          <dl className="mt-4 grid gap-4 sm:grid-cols-3">
            <Cost
              what="Per larm"
              sum={costs.alarms > 0 ? formatOre(Math.round(costs.ore / costs.alarms)) : '–'}
              note={`${costs.sms} SMS${costs.calls > 0 ? ` och ${costs.calls} samtal` : ''} om ${costs.alarms} larm`}
            />
            <Cost what="Alla larm" sum={formatOre(costs.ore)} note={`Det dyraste ${formatOre(costs.mostOre)}`} />
            <Cost what="Test" sum={formatOre(costs.testOre)} note={`${costs.testSms} SMS`} />
          </dl>
        </Card>
      )}
      {figures.length === 0 ? (
        <div className="mt-8">
          <EmptyState title="Inget att räkna än">
            När larm har avslutats visas här hur fort de togs, per område.
          </EmptyState>
        </div>
      ) : (
        <div className="mt-8 grid gap-6 lg:grid-cols-2 lg:items-start">
          <Card>
            <BarChart
              title="Tid till första svar"
              note="I genomsnitt, från tryck till att någon har tagit larmet. Test räknas inte."
              data={answered.map(({ postcode, takeSeconds }) => ({
                label: formatPostcode(postcode),
                value: takeSeconds,
              }))}
              format={inWords}
              columns={['Postnummer', 'Tid']}
            />
          </Card>
          <Card>
            <BarChart
              title="Så fort togs larmen"
              note="Antal larm, alla områden."
              data={within.map((label, index) => ({
                label,
                value: figures.reduce((sum, each) => sum + (each.within[index] ?? 0), 0),
              }))}
              columns={['Tid', 'Larm']}
            />
          </Card>
          <div className="lg:col-span-2">
            <DataTable
              caption="Per område"
              columns={[
                { key: 'area', label: 'Postnummer' },
                { key: 'alarms', label: 'Larm', align: 'right' },
                { key: 'taken', label: 'Tagna', align: 'right' },
                { key: 'falseAlarms', label: 'Falska', align: 'right' },
                { key: 'take', label: 'Till svar', align: 'right' },
                { key: 'arrive', label: 'Till på plats', align: 'right' },
              ]}
              rows={figures.map(({ postcode, alarms, taken, falseAlarms, takeSeconds, arriveSeconds }) => ({
                id: postcode,
                area: formatPostcode(postcode),
                alarms,
                taken,
                falseAlarms,
                take: takeSeconds === null ? '–' : inWords(takeSeconds),
                arrive: arriveSeconds === null ? '–' : inWords(arriveSeconds),
              }))}
            />
          </div>
        </div>
      )}
    </>
  )
}
