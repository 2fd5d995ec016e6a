import { href, Link, redirect } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerDeed, answerRefused, type Deed } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { useLive } from '~/live/public'
import { EmptyStreet } from '~/pictures/scenes'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/form/button'
import { bookAddress } from '../../book/book-address'
import { declineOfferedTime, leaveWait, takeOfferedTime } from '../answer-offer.server'
import { OfferCard } from '../parts/offer-card'
import { WaitForm } from '../parts/wait-form'
import { readWaits } from '../read-waits.server'
import { offerRule } from '../wait'
import type { Route } from './+types/waits'

const address = href('/dashboard/customer/waiting')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Väntelista',
    description: 'Tider som du väntar på.',
    path: address,
    hidden: true,
  })
}

const deeds = {
  decline: {
    does: ({ house, signedIn, values }) => declineOfferedTime(house, signedIn, values),
    says: { title: 'Du har tackat nej', message: 'Du står kvar på väntelistan för andra tider.' },
    to: address,
  },
  leave: {
    does: ({ house, signedIn, values }) => leaveWait(house, signedIn, values),
    says: { title: 'Du väntar inte längre på den tiden' },
    to: address,
  },
} satisfies Record<string, Deed>

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readWaits(context.get(houseContext), signedIn)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request, ['take', ...Object.keys(deeds)])
  const house = context.get(houseContext)
  if (values.intent !== 'take') {
    return answerDeed(deeds, { house, visitor: context.get(visitorContext), signedIn, values })
  }
  const taken = orAnswer(await takeOfferedTime(house, signedIn, values))
  if (!taken.ok) return answerRefused(values, taken)
  // The booking's own page says that the request has been sent, and still does after a reload.
  return redirect(href('/dashboard/customer/bookings/:id', taken.value))
}

export default function WaitsPage({ loaderData: { offers, waits }, actionData }: Route.ComponentProps) {
  useLive('bookings')
  const isOurs = (id: string) => actionData?.values?.id === id
  // The offer expired while the member pressed: its form is gone from the page, so its refusal is shown at the top.
  const lost = actionData?.refusal && !offers.some(({ id }) => isOurs(id)) ? actionData.refusal : null
  return (
    <>
      <h1 className="text-h2">Väntelista</h1>
      <p className="mt-2 prose-width text-lead text-soft">{offerRule}</p>
      {lost ? (
        <p role="alert" className="mt-6 max-w-3xl rounded-card bg-mist p-5">
          <strong>{lost.title}.</strong> {lost.message}
        </p>
      ) : null}
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} answer={isOurs(offer.id) ? actionData : undefined} />
      ))}
      {waits.length === 0 ? (
        <div className="mt-8 max-w-3xl">
          <EmptyState
            picture={<EmptyStreet />}
            title="Du väntar inte på någon tid"
            action={<ButtonLink to={href('/dashboard/customer/book')}>Boka tjänst</ButtonLink>}
          >
            När en tjänst inte har någon tid som passar dig kan du säga till där du bokar.
          </EmptyState>
        </div>
      ) : (
        <section aria-labelledby="vantar" className="mt-10 max-w-3xl">
          <h2 id="vantar" className="text-h3">
            Du väntar på
          </h2>
          <ul className="mt-4 grid gap-4">
            {waits.map((wait) => (
              <Card key={wait.id} as="li" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <div className="min-w-0">
                  <h3 className="text-h4 wrap-anywhere">{wait.title}</h3>
                  <p className="mt-0.5 wrap-anywhere">{wait.companyName}</p>
                  <p className="mt-1 text-soft">
                    <span className="inline-block first-letter:uppercase">{wait.days}.</span> {wait.part}.
                  </p>
                  {wait.lapsed ? (
                    <p className="mt-2">
                      En tid {wait.lapsed.when} hölls för dig till {wait.lapsed.until}, men du hann inte svara. Fler
                      tider den dagen erbjuder vi dig inte.{' '}
                      {wait.lapsed.hasMoreDays ? (
                        'För de andra dagarna står du kvar på listan.'
                      ) : (
                        <Link to={bookAddress({ service: wait.serviceId })} className="link">
                          Se vilka tider som är lediga
                        </Link>
                      )}
                    </p>
                  ) : null}
                </div>
                <WaitForm intent="leave" id={wait.id} busyText="Tar bort...">
                  Vänta inte längre
                  <span className="sr-only"> på {wait.title}</span>
                </WaitForm>
              </Card>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
