import { href, Link } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { WithdrawalCard } from '~/door/parts/withdrawal-card'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { readMemberBooking } from '../../diaries/read-member-diary.server'
import { Moment } from '../../parts/moment'
import type { Route } from './+types/withdraw-booking'
import { answerBookingForm, memberForms } from './booking-deeds.server'

const { withdraw } = memberForms

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Ångra avtalet',
    description: 'Ångerrätten enligt lagen om distansavtal, i två steg.',
    path: href('/dashboard/customer/bookings/:id/withdraw', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  const read = orAnswer(await readMemberBooking(context.get(houseContext), signedIn, params.id))
  return { ...read, name: signedIn.person.name, email: signedIn.person.email }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  // The id comes from the address and overrides any form field of that name.
  const values = { ...(await readForm(request, ['withdraw'])), id: params.id }
  const asked = { house: context.get(houseContext), signedIn, values }
  return answerBookingForm({ withdraw }, asked, href('/dashboard/customer/bookings/:id', params))
}

export default function WithdrawBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, contract, withdraw, name, email } = loaderData
  return (
    <div className="max-w-2xl">
      <p>
        <Link
          to={href('/dashboard/customer/bookings/:id', { id: booking.id })}
          className="link inline-flex min-h-12 items-center"
        >
          Till bokningen
        </Link>
      </p>
      <h1 className="text-h2">Ångra avtalet</h1>
      {withdraw ? (
        <WithdrawalCard
          to={booking.company.name}
          name={name}
          email={email}
          contract={`${contract.name}, bekräftat ${contract.since}`}
          answer={actionData}
        >
          <div className="grid gap-3">
            <p className="wrap-anywhere">
              <strong>{booking.title}</strong> <Moment day={booking.day} span={booking.span} /> hos{' '}
              {booking.company.name}.
            </p>
            <p>
              Du har rätt att ångra avtalet till och med {withdraw.until}, utan att säga varför. Jobbet blir inte av,
              och företaget får veta det med en gång.
            </p>
            <p className="font-semibold">
              {withdraw.due
                ? `Jobbet har börjat på din begäran. Du betalar för den del som är gjord, just nu ${withdraw.due}.`
                : 'Du betalar ingenting.'}
            </p>
            <p className="text-soft">
              Det är inte samma sak som att avboka. Avbokning följer företagets regel, och gäller också när ångerfristen
              är slut.
            </p>
          </div>
        </WithdrawalCard>
      ) : (
        <Card className="mt-8">
          <p>
            {contract.withdrawn
              ? `Du ångrade avtalet ${contract.withdrawn.at}. Bekräftelsen har gått till dig med mejl.`
              : 'Avtalet går inte att ångra nu. Det går inom 14 dagar från företagets bekräftelse, så länge jobbet inte är utfört. På bokningens sida ser du vad du kan göra.'}
          </p>
        </Card>
      )}
    </div>
  )
}
