import { href, Link } from 'react-router'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { formatOre } from '~/shared/money'
import { Card } from '~/ui/card'
import { BarChart } from '~/ui/chart/chart'
import { buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { StatCard } from '~/ui/stat-card'
import { DataTable } from '~/ui/table'
import { CompanyViews } from '../../diaries/parts/company-views'
import { PLATFORM_FEE_PERCENT } from '../../money'
import { readCompanyEarnings } from '../read-earnings.server'
import type { Route } from './+types/company-earnings'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Intäkter',
    description: 'Det ni har tjänat på bokningar, månad för månad.',
    path: href('/dashboard/provider/bookings/earnings'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readCompanyEarnings(context.get(houseContext), signedIn)
}

export default function CompanyEarningsPage({ loaderData: { months, total } }: Route.ComponentProps) {
  useLive('bookings')
  const [now] = months
  return (
    <>
      <CompanyViews current="Intäkter" />
      <ul className="mt-6 grid max-w-3xl gap-4 sm:grid-cols-2">
        <li>
          <StatCard
            icon="coin"
            label="Den här månaden"
            value={formatOre(now?.providerGetsOre ?? 0)}
            note={`${jobs(now?.jobs ?? 0)}, efter avgift`}
          />
        </li>
        <li>
          <StatCard icon="chart" label="De senaste tolv månaderna" value={formatOre(total)} note="Efter avgift" />
        </li>
      </ul>
      <Card className="mt-6 max-w-3xl">
        <BarChart
          title="Till er efter avgift, per månad"
          note={`Genomförda bokningar, i den månad jobbet gjordes. Avgiften är ${PLATFORM_FEE_PERCENT} % av ordinarie pris.`}
          data={months.map(({ name, providerGetsOre, isNow }) => ({ label: name, value: providerGetsOre, lit: isNow }))}
          format={formatOre}
          columns={['Månad', 'Till er']}
        />
      </Card>
      <section aria-labelledby="siffror" className="mt-10 max-w-3xl">
        <h2 id="siffror" className="mb-4 text-h3">
          Siffrorna
        </h2>
        <DataTable
          caption="Intäkter per månad"
          captionHidden
          columns={[
            { key: 'month', label: 'Månad' },
            { key: 'jobs', label: 'Jobb', align: 'right' },
            { key: 'paid', label: 'Kunderna betalade', align: 'right' },
            { key: 'fee', label: 'Avgift', align: 'right' },
            { key: 'gets', label: 'Till er', align: 'right' },
          ]}
          rows={months.map((month) => ({
            id: month.month,
            month: month.jobs > 0 ? <Link to={statementOf(month.month)}>{month.name}</Link> : month.name,
            jobs: month.jobs,
            paid: formatOre(month.customerPaysOre),
            fee: formatOre(month.feeOre),
            gets: formatOre(month.providerGetsOre),
          }))}
        />
      </section>
      <p className="mt-8">
        <a
          href={href('/dashboard/provider/bookings/export')}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Hämta alla bokningar som CSV
        </a>
      </p>
    </>
  )
}

/** Every job of the month, to check and to hand to whoever keeps the books. */
const statementOf = (month: string) => `${href('/dashboard/provider/earnings')}?manad=${month}`

function jobs(count: number): string {
  return count === 1 ? 'Ett jobb' : `${count} jobb`
}
