import { href, Link } from 'react-router'
import { BookingBadge } from '~/bookings/public'
import { categoryLabel } from '~/companies/public'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { formatPostcode } from '~/postcodes/public'
import { formatRating } from '~/reviews/public'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
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
  return readCompanyOverview(context.get(houseContext), signedIn)
}

export default function CompanyOverview({ loaderData }: Route.ComponentProps) {
  useLive('bookings', 'reviews')
  const { person, company } = loaderData
  return (
    <>
      <h1 className="text-h2 wrap-anywhere">{company?.name ?? person.name}</h1>
      {!person.emailVerified && <VerifyReminder />}
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
          <Figures figures={companyFigures({ company, figures: loaderData.figures })} />
          <Recent bookings={loaderData.recent} />
          <Shown {...loaderData} />
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
      note: 'Denna månad, efter provision',
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
            {bookings.map(({ id, serviceTitle, customerName, when, status }) => (
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
                  </p>
                </div>
                <BookingBadge status={status} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Shown({ company, plan }: Pick<OfCompany, 'company' | 'plan'>) {
  return (
    <Card as="section" aria-labelledby="syns" className="mt-12">
      <h2 id="syns" className="text-h4">
        Så syns ni för grannarna
      </h2>
      <div className="mt-4">
        <DescriptionList
          items={[
            { term: 'Kategori', description: categoryLabel(company.category) },
            { term: 'Postnummer', description: formatPostcode(company.postcode) },
            {
              term: 'Paket',
              description: plan,
            },
            { term: 'Organisationsnummer', description: company.org_number },
          ]}
        />
      </div>
      {!company.hidden_reason && (
        <p className="mt-5">
          <Link to={href('/company/:id', { id: company.id })}>Visa er sida</Link>
        </p>
      )}
    </Card>
  )
}
