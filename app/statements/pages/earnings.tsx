import { Form, href, Link } from 'react-router'
import { PLATFORM_FEE_PERCENT } from '~/bookings/public'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { formatSum } from '~/payments/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext } from '~/platform/http/contexts.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Button, ButtonLink, buttonClass } from '~/ui/form/button'
import { SelectField } from '~/ui/form/field'
import { Icon } from '~/ui/marks/icon'
import { StatCard } from '~/ui/stat-card'
import { DataTable } from '~/ui/table'
import { readStatement } from '../read-statement.server'
import { momentOf } from '../statement'
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
  { key: 'paid', label: 'Kunden betalade', align: 'right' },
  { key: 'fee', label: 'Avgift', align: 'right' },
  { key: 'gets', label: 'Till er', align: 'right' },
] as const

export default function EarningsPage({ loaderData: statement }: Route.ComponentProps) {
  useLive('bookings')
  const { month, name, months, jobs, sums } = statement
  return (
    <>
      <h1 className="text-h2">Intäkter</h1>
      <p className="prose-width mt-2 text-lead text-soft">
        Genomförda bokningar i {name}. Avgiften är {PLATFORM_FEE_PERCENT} % av ordinarie pris, med moms i.
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
      {jobs.length === 0 ? (
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
            När en bokning är markerad som genomförd räknas den här, i den månad jobbet gjordes.
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="mt-8 grid gap-5 sm:grid-cols-3">
            <li>
              <StatCard icon="coin" label="Till er" value={formatSum(sums.providerGetsOre)} note={jobsIn(sums.jobs)} />
            </li>
            <li>
              <StatCard icon="people" label="Kunderna betalade" value={formatSum(sums.customerPaysOre)} />
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
                id: job.id,
                when: <Link to={href('/dashboard/provider/bookings/:id', { id: job.id })}>{momentOf(job)}</Link>,
                title: job.title,
                list: formatSum(job.listOre),
                paid: formatSum(job.customerPaysOre),
                fee: formatSum(job.feeOre),
                gets: formatSum(job.providerGetsOre),
              }))}
            />
          </Card>
        </>
      )}
      <p className="mt-8">
        <Link to={href('/dashboard/provider/bookings/earnings')}>Alla månader i ett diagram</Link>
      </p>
    </>
  )
}

const jobsIn = (count: number) => (count === 1 ? 'Ett jobb' : `${count} jobb`)
