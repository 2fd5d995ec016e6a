import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { answerBookingForm, companyFailure, companyForms } from '../../change/pages/booking-deeds.server'
import { ProposalCard } from '../../change/parts/proposal-card'
import { ConversationSection } from '../../messages/parts/conversation-section'
import { BookingBadge } from '../../parts/booking-badge'
import { Moment } from '../../parts/moment'
import { PaymentCard } from '../../paying/parts/payment-card'
import { SeriesSection } from '../../repeat/parts/series-section'
import { VisitSection } from '../../visit/parts/visit-section'
import { PhoneLink } from '../parts/booking-facts'
import { BookingHistory } from '../parts/booking-history'
import { CompanyActions } from '../parts/company-actions'
import { readCompanyBooking } from '../read-company-diary.server'
import type { Route } from './+types/company-booking'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.booking.title ?? 'Bokningen',
    description: 'En bokning hos er.',
    path: href('/dashboard/provider/bookings/:id', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'company')
  return orAnswer(await readCompanyBooking(context.get(houseContext), signedIn, params.id))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'company')
  // The id comes from the address and overrides any form field of that name.
  const values = { ...(await readForm(request, companyForms)), id: params.id }
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm(companyForms, asked, href('/dashboard/provider/bookings/:id', params), companyFailure)
}

export default function CompanyBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('bookings')
  const { booking, money, history } = loaderData
  const { customer, phone, where, note } = booking
  return (
    <>
      <p>
        <Link to={href('/dashboard/provider/bookings')} className="link inline-flex min-h-12 items-center">
          Alla bokningar
        </Link>
      </p>
      <div className="flex max-w-3xl flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h2 wrap-anywhere">{booking.title}</h1>
          <p className="tabular mt-1 text-lead text-soft">
            <Moment day={booking.date} span={booking.span} />
          </p>
        </div>
        <BookingBadge look={booking.look} />
      </div>
      <div className="mt-6 grid max-w-3xl gap-6">
        {booking.answerBy && !booking.proposal ? (
          <p>Svara senast {booking.answerBy}. Sedan går förfrågan ut och tiden blir fri igen.</p>
        ) : null}
        <ProposalCard booking={booking} otherSide={customer?.name ?? 'Kunden'} />
        {booking.ended ? (
          <Card tone="mist">
            <p className="font-semibold">{booking.ended}</p>
            {booking.reason ? <p className="mt-1 whitespace-pre-line wrap-anywhere">”{booking.reason}”</p> : null}
          </Card>
        ) : null}
        {booking.memberCannotAnswer ? (
          <Card tone="mist">
            <p>
              <strong>Kunden kan inte svara här just nu.</strong> Ring eller mejla om något ändras.
            </p>
          </Card>
        ) : null}
        <CompanyActions booking={booking} answer={actionData} others={loaderData.visit?.others} />
        <VisitSection side="company" visit={loaderData.visit} isAsked={booking.status === 'pending'} />
        <SeriesSection id={booking.id} side="company" series={loaderData.series} answer={actionData} />
        <Card>
          <DescriptionList
            items={[
              { term: 'Kund', description: customer?.name ?? 'Kontot är borttaget' },
              ...(phone ? [{ term: 'Telefon', description: <PhoneLink phone={phone} /> }] : []),
              ...(customer
                ? [{ term: 'E-post', description: <span className="wrap-anywhere">{customer.email}</span> }]
                : []),
              { term: 'Var', description: where },
              ...(note
                ? [
                    {
                      term: 'Hälsning',
                      description: <span className="whitespace-pre-line wrap-anywhere">{note}</span>,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        <PaymentCard id={booking.id} side="company" payment={loaderData.payment} answer={actionData} />
        <Card as="section" aria-labelledby="pengar">
          <h2 id="pengar" className="mb-4 text-h4">
            Pengarna
          </h2>
          {booking.status === 'cancelled' ? <p className="mb-3">Bokningen är avslutad. Vi tar ingen avgift.</p> : null}
          <DescriptionList
            className="tabular"
            items={[
              { term: 'Ordinarie pris', description: money.list },
              ...(money.discount ? [{ term: 'Grannrabatt', description: `−${money.discount}` }] : []),
              ...(booking.status === 'cancelled'
                ? [{ term: 'Avtalat pris', description: money.customerPays }]
                : [
                    { term: 'Kunden betalar', description: money.customerPays },
                    { term: 'Avgift till plattformen', description: `−${money.fee}` },
                    { term: 'Till er', description: <strong>{money.providerGets}</strong> },
                  ]),
              ...(money.corrected
                ? [
                    {
                      term: 'Rättat',
                      description: `Kunden betalar ${money.corrected.customerPays}, avgiften är ${money.corrected.fee}, till er ${money.corrected.providerGets}`,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        <ConversationSection id={booking.id} conversation={loaderData.conversation} answer={actionData} />
        <section aria-labelledby="historik">
          <h2 id="historik" className="mb-4 text-h3">
            Historik
          </h2>
          <BookingHistory lines={history} />
        </section>
      </div>
    </>
  )
}
