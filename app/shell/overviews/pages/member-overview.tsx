import { href, Link } from 'react-router'
import { BookingBadge, KeptCompanies } from '~/bookings/public'
import { CompanyCards } from '~/directory/public'
import { answerDeed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { CoverageCard } from '~/guards/public'
import { useLive } from '~/live/public'
import { PatrolCard } from '~/patrols/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPoints, RECRUITED_POINTS, REVIEW_POINTS } from '~/points/public'
import { formatPostcode } from '~/postcodes/public'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { Card, CardLink } from '~/ui/card'
import { Icon } from '~/ui/marks/icon'
import { StartCard, TakeStartOut } from '../../starting/parts/start-card'
import { memberStartDeeds } from '../../starting/start-deeds.server'
import { type Figure, Figures } from '../parts/figures'
import { GoingOnCards } from '../parts/going-on-cards'
import { VerifyReminder } from '../parts/verify-reminder'
import { type MemberOverviewShown, readMemberOverview } from '../read-member-overview.server'
import type { Route } from './+types/member-overview'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Min Portal',
    description: 'Ditt kvarter.',
    path: href('/dashboard/customer'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readMemberOverview(context.get(houseContext), signedIn)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, memberStartDeeds)
  const asked = { house: context.get(houseContext), visitor: context.get(visitorContext), signedIn, values }
  return answerDeed(memberStartDeeds, asked)
}

export default function MemberOverview({ loaderData, actionData }: Route.ComponentProps) {
  useLive('bookings', 'points', 'reviews', 'patrols')
  const { person, areaName, next, toReview, start } = loaderData
  return (
    <>
      <h1 className="text-h2">Hej {person.name.split(' ')[0]}</h1>
      <GoingOnCards goingOn={loaderData.goingOn} />
      <p className="mt-2 text-lead text-soft">Ditt kvarter är {areaName}.</p>
      {!person.emailVerified && !start.lines && <VerifyReminder to="member" />}
      {loaderData.offered.map(({ id, title, companyName, when, until }) => (
        <CardLink
          key={id}
          to={href('/dashboard/customer/waiting')}
          title={`En tid är ledig: ${title}`}
          icon="clock"
          heading="h2"
          className="mt-8"
        >
          {companyName}, {when}. Den hålls för dig till {until}.
        </CardLink>
      ))}
      {loaderData.proposals.map((proposal) => (
        <CardLink
          key={proposal.id}
          to={href('/dashboard/customer/bookings/:id', { id: proposal.id })}
          title={`${proposal.companyName} föreslår en ny tid`}
          icon="clock"
          heading="h2"
          className="mt-8"
        >
          {proposal.serviceTitle}, {proposal.when}. Svara på förslaget.
        </CardLink>
      ))}
      <StartCard start={start} answer={actionData} />
      {next && <NextBooking booking={next} />}
      {toReview.length > 0 && <ToReview bookings={toReview} />}
      <div className="mt-8 grid gap-5 xl:grid-cols-2">
        <CoverageCard level={loaderData.coverage} isAreaOpen={loaderData.isAreaOpen} />
        <PatrolCard {...loaderData.patrols} />
      </div>
      <Figures figures={memberFigures(loaderData)} />
      <QuickActions again={loaderData.again} />
      <KeptCompanies companies={loaderData.favourites} />
      <Partners {...loaderData} />
      <Companies {...loaderData} />
      <div className="mt-12 max-w-xl">
        <CardLink to={href('/dashboard/customer/ambassador')} title="Tipsa ett företag" icon="people" heading="h2">
          När det går med på Bas får du 12 månaders fritt medlemskap och {RECRUITED_POINTS} poäng.
        </CardLink>
      </div>
      <TakeStartOut start={start} answer={actionData} />
    </>
  )
}

function NextBooking({ booking }: { booking: NonNullable<MemberOverviewShown['next']> }) {
  return (
    <CardLink
      to={href('/dashboard/customer/bookings/:id', { id: booking.id })}
      title={`${booking.serviceTitle}, ${booking.when}`}
      icon="calendar"
      heading="h2"
      className="mt-8"
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {booking.companyName} <BookingBadge look={booking.look} />
      </p>
    </CardLink>
  )
}

/** Asks for reviews of recent jobs; each is removed once reviewed. */
function ToReview({ bookings }: { bookings: MemberOverviewShown['toReview'] }) {
  return (
    <ul className="mt-5 grid gap-5">
      {bookings.map(({ id, serviceTitle, companyName, day }) => (
        <li key={id}>
          <CardLink
            to={href('/dashboard/customer/bookings/:id/review', { id })}
            title={`Hur gick det med ${serviceTitle}?`}
            icon="star"
            heading="h2"
          >
            {companyName}, {day}. Ett omdöme ger dig {REVIEW_POINTS} poäng.
          </CardLink>
        </li>
      ))}
    </ul>
  )
}

function memberFigures({ points, completed, co2, partners, isAreaOpen }: MemberOverviewShown): Figure[] {
  const reach = partners.length === 1 ? 'En partner tar emot larm' : `${partners.length} partner tar emot larm`
  return [
    {
      icon: 'sparkle',
      label: 'Poäng',
      value: formatPoints(points),
      note: 'Kvarterspoäng',
      to: href('/dashboard/customer/points'),
    },
    {
      icon: 'check',
      label: 'Genomförda',
      value: completed,
      note: completed === 1 ? 'bokning' : 'bokningar',
      to: href('/dashboard/customer/bookings'),
    },
    { icon: 'leaf', label: 'Sparad CO₂', value: co2, note: 'Kortare väg till dig', to: href('/vad-konceptet-sparar') },
    {
      icon: 'shield',
      label: 'Trygghet',
      value: isAreaOpen && partners.length > 0 ? 'Aktiv' : 'Inte än',
      note: partners.length === 0 ? `Vid fara: ring ${EMERGENCY_NUMBER} först` : reach,
      to: href('/dashboard/customer/safety'),
    },
  ]
}

function QuickActions({ again }: Pick<MemberOverviewShown, 'again'>) {
  return (
    <section aria-labelledby="snabbval" className="mt-12">
      <h2 id="snabbval" className="text-h3">
        Snabbval
      </h2>
      <ul className="mt-5 grid gap-3 sm:gap-5 xl:grid-cols-3">
        <li>
          <CardLink to={href('/dashboard/customer/book')} title="Boka tjänst" icon="calendar" className="h-full">
            Av någon i närheten.
          </CardLink>
        </li>
        <li>
          <CardLink to={href('/dashboard/customer/bookings')} title="Mina bokningar" icon="list" className="h-full">
            Se, ändra eller avboka.
          </CardLink>
        </li>
        <li>
          <CardLink to={href('/dashboard/customer/safety')} title="Skicka larm" icon="alarm" className="h-full">
            Vid akut fara: ring {EMERGENCY_NUMBER} först.
          </CardLink>
        </li>
        {again.map(({ serviceId, serviceTitle, companyName, to }) => (
          <li key={serviceId}>
            <CardLink to={to} title={`Boka igen: ${serviceTitle}`} icon="calendar" className="h-full">
              {companyName}
            </CardLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The partners that an alarm reaches, by name: people trust somebody rather than a system. */
function Partners({ partners, person }: MemberOverviewShown) {
  return (
    <section aria-labelledby="partner" className="mt-12">
      <h2 id="partner" className="text-h3">
        Aktiva trygghets&shy;partner
      </h2>
      {partners.length === 0 ? (
        <p className="mt-4 text-soft">
          Inga trygghetspartner är aktiva i {formatPostcode(person.postcode)} just nu. Ring {EMERGENCY_NUMBER} vid fara.
        </p>
      ) : (
        <Card className="mt-5 py-2 sm:py-2">
          <ul className="divide-y divide-line">
            {partners.map(({ id, name, phone, shownPhone }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 py-2">
                <Link
                  to={href('/company/:id', { id })}
                  className="link inline-flex min-h-12 items-center gap-3 font-semibold wrap-anywhere"
                >
                  <Icon name="shield" className="size-5 text-spruce" />
                  {name}
                </Link>
                <a href={`tel:${phone}`} className="link tabular inline-flex min-h-12 items-center gap-2">
                  <Icon name="phone" />
                  {shownPhone}
                </a>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  )
}

function Companies({ companies, person }: MemberOverviewShown) {
  const area = formatPostcode(person.postcode)
  return (
    <section aria-labelledby="foretag" className="mt-12">
      <h2 id="foretag" className="text-h3">
        Företag i ditt kvarter
      </h2>
      {companies.length === 0 ? (
        <p className="mt-4 text-soft">Inga kvartersföretag är registrerade i postnummer {area} ännu.</p>
      ) : (
        <>
          <CompanyCards companies={companies} heading="h3" className="mt-5 xl:grid-cols-3" />
          <p className="mt-6">
            <Link to={`${href('/companies')}?postal=${person.postcode}`}>Alla företag i {area}</Link>
          </p>
        </>
      )}
    </section>
  )
}
