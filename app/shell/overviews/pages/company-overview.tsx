import { href, Link } from 'react-router'
import { BookingBadge, TodaysJobs } from '~/bookings/public'
import { CompanyCard } from '~/directory/public'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatRating } from '~/reviews/public'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { StartCard, TakeStartOut } from '../../starting/parts/start-card'
import { companyStartDeeds } from '../../starting/start-deeds.server'
import { ChosenPackage } from '../parts/chosen-package'
import { type Figure, Figures } from '../parts/figures'
import { HiddenNotice } from '../parts/hidden-notice'
import { VerifyReminder } from '../parts/verify-reminder'
import { type CompanyOverviewShown, readCompanyOverview } from '../read-company-overview.server'
import type { Route } from './+types/company-overview'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Företagsportal',
    description: 'Ert företag.',
    path: href('/dashboard/provider'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return readCompanyOverview(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  const values = await readForm(request, companyStartDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(companyStartDeeds, asked)
}

export default function CompanyOverview({ loaderData, actionData }: Route.ComponentProps) {
  useLive('bookings', 'reviews')
  const { person, company } = loaderData
  return (
    <>
      <h1 className="text-h2 wrap-anywhere">{company?.name ?? person.name}</h1>
      {!person.emailVerified && <VerifyReminder to="company" />}
      {company === null ? (
        <EmptyState
          title="Inget företag än"
          action={<ButtonLink to={href('/dashboard/account')}>Till mitt konto</ButtonLink>}
        >
          Det finns inget företag på det här kontot.
        </EmptyState>
      ) : (
        <>
          {company.hidden_reason && <HiddenNotice reason={company.hidden_reason} />}
          {loaderData.chosen && <ChosenPackage plan={loaderData.chosen} />}
          {/* A company that has never had a request has no jobs to show; the start card comes first. */}
          {loaderData.recent.length > 0 && (
            <>
              <TodaysJobs day={loaderData.day.day} jobs={loaderData.day.today} />
              <Waiting bookings={loaderData.day.waiting} pending={loaderData.figures.pending} />
            </>
          )}
          <StartCard start={loaderData.start} answer={actionData} lead={loaderData.start.seen} />
          <Figures figures={companyFigures({ company, figures: loaderData.figures })} />
          <Recent bookings={loaderData.recent} />
          <Shown {...loaderData} />
          <TakeStartOut start={loaderData.start} answer={actionData} />
        </>
      )}
    </>
  )
}

type OfCompany = Extract<CompanyOverviewShown, { company: object }>

function companyFigures({ company, figures }: Pick<OfCompany, 'company' | 'figures'>): Figure[] {
  const bookings = href('/dashboard/provider/bookings')
  const { rating, rating_count: ratings } = company
  return [
    { icon: 'clock', label: 'Väntande', value: figures.pending, note: 'Bokningar att svara på', to: bookings },
    { icon: 'calendar', label: 'Kommande jobb', value: figures.upcoming, note: 'De närmaste 7 dagarna', to: bookings },
    {
      icon: 'coin',
      label: 'Intäkt',
      value: figures.earned,
      note: 'Den här månaden, efter avgift',
      to: href('/dashboard/provider/earnings'),
    },
    {
      icon: 'star',
      label: 'Snittbetyg',
      value: ratings === 0 ? '–' : formatRating(rating),
      note: ratings === 0 ? 'Inga omdömen ännu' : ratings === 1 ? 'Ett omdöme' : `${ratings} omdömen`,
      to: href('/dashboard/provider/reviews'),
    },
  ]
}

/** Requests that wait for an answer; each is answered on its own page. */
function Waiting({ bookings, pending }: { bookings: OfCompany['day']['waiting']; pending: number }) {
  if (bookings.length === 0) return null
  return (
    <Card as="section" aria-labelledby="vantar" className="mt-5 max-w-3xl">
      <h2 id="vantar" className="text-h3">
        Väntar på ert svar
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {bookings.map(({ id, title, day, span, customer }) => (
          <li key={id} className="py-2">
            <Link
              to={href('/dashboard/provider/bookings/:id', { id })}
              className="link inline-flex min-h-12 items-center font-semibold wrap-anywhere"
            >
              {title}
            </Link>
            <p className="text-small text-soft wrap-anywhere">
              {customer?.name ?? 'En granne som har lämnat'} · {day} {span}
            </p>
          </li>
        ))}
      </ul>
      {pending > bookings.length && (
        <p className="mt-3">
          <Link to={`${href('/dashboard/provider/bookings')}?visa=vantar`}>Alla {pending} som väntar</Link>
        </p>
      )}
    </Card>
  )
}

function Recent({ bookings }: { bookings: OfCompany['recent'] }) {
  return (
    <section aria-labelledby="senaste" className="mt-12">
      <h2 id="senaste" className="text-h3">
        Senaste bokningar
      </h2>
      {bookings.length === 0 ? (
        <p className="mt-4 text-soft">Inga bokningar ännu</p>
      ) : (
        <Card className="mt-5 py-2 sm:py-2">
          <ul className="divide-y divide-line">
            {bookings.map(({ id, serviceTitle, customerName, when, repeats, look }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
                <div className="min-w-0">
                  <Link
                    to={href('/dashboard/provider/bookings/:id', { id })}
                    className="link inline-flex min-h-12 items-center font-semibold wrap-anywhere"
                  >
                    {serviceTitle}
                  </Link>
                  <p className="text-small text-soft wrap-anywhere">
                    {customerName ?? 'En granne som har lämnat'} · {when}
                    {repeats ? ` · ${repeats}` : ''}
                  </p>
                </div>
                <BookingBadge look={look} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

/** The company's own card as the directory shows it to others. */
function Shown({ company, plan, card }: Pick<OfCompany, 'company' | 'plan' | 'card'>) {
  return (
    <section aria-labelledby="syns" className="mt-12">
      <h2 id="syns" className="text-h3">
        {company.hidden_reason ? 'Så kommer ni att synas' : 'Så syns ni för grannarna'}
      </h2>
      <p className="mt-2 text-soft">
        {company.hidden_reason ? 'Bara ni ser det här just nu.' : 'Så ser ert kort ut i katalogen.'} Ert paket är {plan}
        .
      </p>
      {card && (
        <div className="mt-5 flex max-w-md">
          <CompanyCard company={card} heading="h3" />
        </div>
      )}
    </section>
  )
}
