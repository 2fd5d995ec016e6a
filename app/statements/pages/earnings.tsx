import { Form, href, Link } from 'react-router'
import { PLATFORM_FEE_PERCENT } from '~/bookings/public'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { chargeStates, formatSum } from '~/payments/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { formatOre } from '~/shared/money'
import { formatMomentSeen } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { BarChart } from '~/ui/chart/chart'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink, buttonClass } from '~/ui/form/button'
import { SelectField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { StatCard } from '~/ui/stat-card'
import { DataTable } from '~/ui/table'
import { readStatement } from '../read-statement.server'
import { titleOfJob } from '../statement'
import type { Route } from './+types/earnings'

const address = href('/dashboard/provider/earnings')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Intäkter',
    description: 'Vad ni har tjänat, bokning för bokning, och avgiften på den.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  const asked = new URL(request.url).searchParams.get('manad')
  const { operator: _, ...statement } = orAnswer(await readStatement(context.get(houseContext), signedIn, asked))
  return statement
}

const columns = [
  { key: 'when', label: 'När' },
  { key: 'title', label: 'Tjänst' },
  { key: 'list', label: 'Ordinarie', align: 'right' },
  { key: 'paid', label: 'Kunden betalar', align: 'right' },
  { key: 'fee', label: 'Avgift', align: 'right' },
  { key: 'gets', label: 'Till er', align: 'right' },
] as const

const monthColumns = [
  { key: 'month', label: 'Månad' },
  { key: 'jobs', label: 'Jobb', align: 'right' },
  { key: 'paid', label: 'Kunderna betalar', align: 'right' },
  { key: 'fee', label: 'Avgift', align: 'right' },
  { key: 'gets', label: 'Till er', align: 'right' },
] as const

type Statement = Route.ComponentProps['loaderData']

export default function EarningsPage({ loaderData: statement }: Route.ComponentProps) {
  useLive('bookings')
  const { month, name, months, jobs } = statement
  return (
    <>
      <h1 className="text-h2">Intäkter</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Genomförda bokningar i {name}. Kunderna betalar direkt till er. Avgiften är {PLATFORM_FEE_PERCENT} % av
        ordinarie pris, inklusive moms, och betalas till oss när månaden är över.
      </p>
      {months.length > 1 && (
        <Form className="mt-6 grid max-w-md items-end gap-4 sm:grid-cols-[1fr_auto]" key={month}>
          <SelectField
            name="manad"
            label="Månad"
            defaultValue={month}
            options={months.map((one) => ({ value: one.month, label: one.name }))}
          />
          <Button type="submit" variant="secondary">
            Visa
          </Button>
        </Form>
      )}
      {jobs.length === 0 ? <NothingEarned name={name} /> : <EarnedInMonth statement={statement} />}
      <MonthByMonth year={statement.year} />
    </>
  )
}

function NothingEarned({ name }: { name: string }) {
  return (
    <div className="mt-8">
      <EmptyState
        picture={<EmptyStreet />}
        title={`Inga genomförda bokningar i ${name}`}
        action={
          <ButtonLink to={href('/dashboard/provider/bookings')} variant="secondary">
            Till bokningarna
          </ButtonLink>
        }
      >
        En bokning räknas här i den månad den markeras som genomförd.
      </EmptyState>
    </div>
  )
}

/** The sums of the month shown, its fee, its files and its bookings. */
function EarnedInMonth({ statement }: { statement: Statement }) {
  const { month, name, jobs, sums } = statement
  // A correction may be of a job from the year before the month that the page shows.
  const within = new Date(`${month}-15T12:00:00Z`)
  return (
    <>
      <ul className="mt-8 grid gap-5 sm:grid-cols-3">
        <li>
          <StatCard icon="coin" label="Till er" value={formatSum(sums.providerGetsOre)} note={jobsIn(sums.jobs)} />
        </li>
        <li>
          <StatCard icon="people" label="Kunderna betalar" value={formatSum(sums.customerPaysOre)} />
        </li>
        <li>
          <StatCard
            icon="chart"
            label="Avgift"
            value={formatSum(sums.feeOre)}
            note={`Varav moms ${formatSum(sums.feeVatOre)}`}
          />
        </li>
      </ul>
      <FeeSection statement={statement} />
      <p className="mt-6 flex flex-wrap gap-3">
        <a
          href={href('/dashboard/provider/earnings/:month/pdf', { month })}
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Avräkning som PDF
        </a>
        <a
          href={href('/dashboard/provider/earnings/:month/csv', { month })}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Som CSV
        </a>
      </p>
      <Card className="mt-6">
        <DataTable
          caption={`Bokningar i ${name}`}
          captionHidden
          columns={columns}
          rows={jobs.map((job) => ({
            id: `${job.kind} ${job.id}`,
            when: (
              <Link to={href('/dashboard/provider/bookings/:id', { id: job.id })}>
                {formatMomentSeen(job.startsAt, within)}
              </Link>
            ),
            title: titleOfJob(job),
            list: formatSum(job.listOre),
            paid: formatSum(job.customerPaysOre),
            fee: formatSum(job.feeOre),
            gets: formatSum(job.providerGetsOre),
          }))}
        />
      </Card>
    </>
  )
}

/** The last twelve months, as a chart and as a table whose months open this page. */
function MonthByMonth({ year }: { year: Statement['year'] }) {
  return (
    <section aria-labelledby="manader" className="mt-12">
      <h2 id="manader" className="text-h3">
        Månad för månad
      </h2>
      <Card className="mt-5 max-w-3xl">
        <BarChart
          title="Till er efter avgift, per månad"
          note={`De senaste tolv månaderna: ${formatOre(year.total)}.`}
          data={year.months.map((one) => ({ label: one.name, value: one.providerGetsOre, lit: one.isNow }))}
          format={formatOre}
          columns={['Månad', 'Till er']}
        />
      </Card>
      <div className="mt-6 max-w-3xl">
        <DataTable
          caption="Intäkter per månad"
          captionHidden
          columns={monthColumns}
          rows={year.months.map((one) => ({
            id: one.month,
            month:
              one.jobs > 0 || one.feeOre !== 0 ? (
                <Link to={`${address}?manad=${one.month}`}>{one.name}</Link>
              ) : (
                one.name
              ),
            jobs: one.jobs,
            paid: formatSum(one.customerPaysOre),
            fee: formatSum(one.feeOre),
            gets: formatSum(one.providerGetsOre),
          }))}
        />
      </div>
      <p className="mt-6">
        <a
          href={href('/dashboard/provider/bookings/export')}
          download
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="download" />
          Hämta alla bokningar som CSV
        </a>
      </p>
    </section>
  )
}

/** The state of the month's fee: not charged yet, charged or paid. */
function FeeSection({ statement: { fee, sums, isOver, name } }: { statement: Statement }) {
  return (
    <Card as="section" aria-labelledby="avgiften" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="avgiften" className="text-h4">
          Avgiften för {name}
        </h2>
        {fee && (
          <Badge tone={chargeStates[fee.status].tone} icon={chargeStates[fee.status].icon}>
            {chargeStates[fee.status].label}
          </Badge>
        )}
      </div>
      {fee ? (
        <>
          <p className="mt-3">
            <span className="tabular font-semibold">{formatSum(fee.gross)}</span>
            {fee.status === 'open' ? `, senast ${fee.due}` : ''}. Nummer {fee.reference}.
          </p>
          {fee.carriedOre !== 0 && (
            <p className="mt-1 text-small text-soft">
              {formatSum(sums.feeOre)} för månaden, och {formatSum(fee.carriedOre)} från tidigare månader.
            </p>
          )}
          <p className="mt-4">
            <ButtonLink
              to={href('/dashboard/pay/:id', { id: fee.id })}
              variant={fee.status === 'open' ? 'primary' : 'secondary'}
              icon="coin"
            >
              {fee.status === 'open' ? 'Betala avgiften' : 'Visa betalningen'}
            </ButtonLink>
          </p>
        </>
      ) : (
        <p className="mt-3">
          {isOver
            ? 'Ingen avgift är begärd för månaden än. Det som har rättats dras av först, och resten begär vi.'
            : 'Vi begär den när månaden är över. Till dess kan summan ändras.'}
        </p>
      )}
    </Card>
  )
}

const jobsIn = (count: number) => (count === 1 ? 'Ett jobb' : `${count} jobb`)
