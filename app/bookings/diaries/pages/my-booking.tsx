import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { DescriptionList } from '~/ui/description-list'
import { DialogButton } from '~/ui/dialog'
import { ButtonLink, buttonClass } from '~/ui/form/button'
import { Icon } from '~/ui/marks/icon'
import { answerBookingForm, memberForms } from '../../change/pages/booking-deeds.server'
import { EndingDialog } from '../../change/parts/ending-dialog'
import { ProposalCard } from '../../change/parts/proposal-card'
import { ConversationSection } from '../../messages/parts/conversation-section'
import { BookingBadge } from '../../parts/booking-badge'
import { Moment } from '../../parts/moment'
import { PaymentCard } from '../../paying/parts/payment-card'
import { SeriesSection } from '../../repeat/parts/series-section'
import { VisitSection } from '../../visit/parts/visit-section'
import { visitTitle } from '../../visit/visit'
import { PhoneLink } from '../parts/booking-facts'
import { BookingHistory } from '../parts/booking-history'
import { readMemberBooking } from '../read-member-diary.server'
import type { Route } from './+types/my-booking'

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: loaderData?.booking.title ?? 'Bokningen',
    description: 'En bokning.',
    path: href('/dashboard/customer/bookings/:id', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return orAnswer(await readMemberBooking(context.get(houseContext), signedIn, params.id))
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  // The id comes from the address and overrides any form field of that name.
  const values = { ...(await readForm(request, memberForms)), id: params.id }
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm(memberForms, asked, href('/dashboard/customer/bookings/:id', params))
}

export default function MyBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('bookings')
  const { booking, visit, dayOf, money, cancel, withdraw, contract, cancelBy, nextStep, history } = loaderData
  const { company } = booking
  return (
    <>
      <p>
        <Link to={href('/dashboard/customer/bookings')} className="link inline-flex min-h-12 items-center">
          Alla mina bokningar
        </Link>
      </p>
      <div className="flex max-w-3xl flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h2 wrap-anywhere">{booking.title}</h1>
          <p className="mt-1 text-lead text-soft wrap-anywhere">
            {company.isHere ? (
              <Link to={href('/company/:id', { id: company.id })} className="link">
                {company.name}
              </Link>
            ) : (
              company.name
            )}
          </p>
        </div>
        <BookingBadge look={booking.look} />
      </div>
      <div className="mt-6 grid max-w-3xl gap-6">
        {nextStep ? <NextStep {...nextStep} /> : null}
        <ProposalCard booking={booking} otherSide={company.name} answer={actionData} />
        <VisitSection side="member" visit={visit} isAsked={booking.status === 'pending'} />
        {booking.ended ? (
          <Card tone="mist">
            <p className="font-semibold">{booking.ended}</p>
            {booking.reason ? <p className="mt-1 whitespace-pre-line wrap-anywhere">”{booking.reason}”</p> : null}
            {contract.withdrawn ? <Receipt contract={contract} withdrawn={contract.withdrawn} /> : null}
          </Card>
        ) : null}
        <Card>
          <DescriptionList
            items={[
              { term: 'När', description: <Moment day={booking.date} span={booking.span} /> },
              { term: 'Var', description: dayOf.where },
              { term: 'Pris', description: <Price {...money} /> },
              ...(company.isHere
                ? [{ term: 'Företagets telefon', description: <PhoneLink phone={company.phone} /> }]
                : []),
              ...(dayOf.phone ? [{ term: 'Ditt nummer den dagen', description: dayOf.phone.number }] : []),
              ...(dayOf.note ? [{ term: 'Din hälsning', description: <Written>{dayOf.note}</Written> }] : []),
              ...(cancelBy ? [{ term: 'Avbokning', description: cancelBy }] : []),
              ...(withdraw ? [{ term: 'Ångerrätt', description: <RightToWithdraw {...withdraw} /> }] : []),
              ...(contract.earlyStart
                ? [{ term: 'Ditt samtycke', description: <EarlyStart {...contract.earlyStart} /> }]
                : []),
            ]}
          />
        </Card>
        <PaymentCard id={booking.id} side="member" payment={loaderData.payment} answer={actionData} />
        <Actions {...loaderData} />
        <SeriesSection id={booking.id} side="member" series={loaderData.series} answer={actionData} />
        <ConversationSection id={booking.id} conversation={loaderData.conversation} answer={actionData} />
        <section aria-labelledby="historik">
          <h2 id="historik" className="mb-4 text-h3">
            Historik
          </h2>
          <BookingHistory lines={history} />
        </section>
      </div>
      {cancel ? (
        <EndingDialog
          dialog="avboka"
          title="Avboka?"
          intent="cancel"
          id={booking.id}
          answer={actionData}
          submit="Avboka"
          goesUp
          reason={{ label: 'Varför?', hint: `${company.name} ser det du skriver.` }}
          whole={
            visit && visit.others.length > 0
              ? { label: `Avboka hela besöket, också ${visitTitle(visit.others)}` }
              : undefined
          }
          understood={cancel.isLate || visit?.isLate ? 'Jag förstår att företaget kan ta betalt för tiden' : undefined}
        >
          <p>
            <strong>{booking.title}</strong> <Moment day={booking.day} span={booking.span} /> hos {company.name}.
          </p>
          {loaderData.series && !loaderData.series.isAsked ? (
            <p>Bara den här gången avbokas. De andra står kvar.</p>
          ) : null}
          {visit && visit.others.length > 0 ? (
            <p>
              Resten av besöket står kvar, om du inte väljer annat.
              {visit.isLate && !cancel.isLate ? ' Något i resten går inte längre att avboka utan kostnad.' : ''}
            </p>
          ) : null}
          <p className={cancel.isLate ? 'font-semibold text-alarm-text' : ''}>{cancel.terms}</p>
          {cancel.isLate && withdraw ? (
            <p>
              Du har ångerrätt till och med {withdraw.until}.{' '}
              <Link to={href('/dashboard/customer/bookings/:id/withdraw', { id: booking.id })} className="link">
                Ångra avtalet
              </Link>{' '}
              i stället, så kan företaget inte ta betalt.
            </p>
          ) : null}
        </EndingDialog>
      ) : null}
    </>
  )
}

/** The buttons for what the member can do now. */
function Actions({ booking: { id, may, status }, bookAgain, isReviewed }: Route.ComponentProps['loaderData']) {
  const isOpen = status === 'pending' || status === 'confirmed'
  return (
    <div className="flex flex-wrap gap-3">
      {status === 'completed' ? (
        <ButtonLink
          to={href('/dashboard/customer/bookings/:id/review', { id })}
          variant={isReviewed ? 'secondary' : 'primary'}
          icon="star"
        >
          {isReviewed ? 'Ditt omdöme' : 'Lämna ett omdöme'}
        </ButtonLink>
      ) : null}
      {bookAgain ? (
        <ButtonLink variant={status === 'completed' ? 'secondary' : 'primary'} to={bookAgain} icon="calendar">
          Boka igen
        </ButtonLink>
      ) : null}
      {may.includes('propose') ? (
        <ButtonLink to={href('/dashboard/customer/bookings/:id/move', { id })} variant="secondary" icon="clock">
          Föreslå ny tid
        </ButtonLink>
      ) : null}
      {isOpen ? (
        <a
          href={href('/dashboard/customer/bookings/:id/calendar.ics', { id })}
          className={buttonClass({ variant: 'secondary' })}
        >
          <Icon name="calendar" />
          Lägg till i kalendern
        </a>
      ) : null}
      {may.includes('cancel') ? (
        <DialogButton dialog="avboka" variant="quiet" icon="close">
          Avboka
        </DialogButton>
      ) : null}
      {may.includes('withdraw') ? (
        <ButtonLink to={href('/dashboard/customer/bookings/:id/withdraw', { id })} variant="quiet">
          Ångra avtalet
        </ButtonLink>
      ) : null}
    </div>
  )
}

type Shown = Route.ComponentProps['loaderData']

/** The confirmation, shown until the job begins: the state, and what happens next. */
function NextStep({ title, text, next, icon }: NonNullable<Shown['nextStep']>) {
  return (
    <Card tone="mist" as="section" aria-labelledby="steg" className="flex flex-wrap gap-x-4 gap-y-2">
      <Icon name={icon} className="mt-1 size-6 text-spruce" />
      <div className="min-w-0 flex-1 basis-36">
        <h2 id="steg" className="text-h4">
          {title}
        </h2>
        <p className="mt-1 wrap-anywhere">{text}</p>
        <p className="mt-2 text-soft wrap-anywhere">{next}</p>
      </div>
    </Card>
  )
}

/** The right to withdraw, shown beside the company's rule of cancelling so that the two are not confused. */
function RightToWithdraw({ until, mayCost }: NonNullable<Shown['withdraw']>) {
  return (
    <>
      Till och med {until} kan du ångra avtalet utan att säga varför, också när det är för sent att avboka utan kostnad.
      {mayCost ? ' Har jobbet börjat betalar du för den del som är gjord. När det är utfört går det inte längre.' : ''}
    </>
  )
}

function EarlyStart({ words, at }: { words: string; at: string }) {
  return (
    <>
      ”{words}” <span className="block text-small text-soft">{at}</span>
    </>
  )
}

/** The confirmation of the withdrawal, worded as in the letter. */
function Receipt({
  contract,
  withdrawn,
}: Pick<Shown, 'contract'> & { withdrawn: NonNullable<Shown['contract']['withdrawn']> }) {
  return (
    <>
      <p className="mt-1">
        Ditt meddelande kom in {withdrawn.at}: du ångrar avtalet om {contract.name} från {contract.since}.
      </p>
      <p className="mt-1">
        {withdrawn.due ? `Du betalar ${withdrawn.due} för den del som var gjord.` : 'Du betalar ingenting.'}{' '}
        Bekräftelsen har gått till dig med mejl.
      </p>
    </>
  )
}

function Price({ list, discount, customerPays }: Route.ComponentProps['loaderData']['money']) {
  return (
    <>
      <span className="tabular font-semibold">{customerPays}</span>
      {discount ? (
        <span className="block text-small text-soft">
          Ordinarie pris {list}, grannrabatt {discount}
        </span>
      ) : null}
    </>
  )
}

function Written({ children }: { children: string }) {
  return <span className="whitespace-pre-line wrap-anywhere">{children}</span>
}
