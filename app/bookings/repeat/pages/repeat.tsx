import { data, href, Link, Form as PlainForm, redirect, useLocation, useNavigation, useSubmit } from 'react-router'
import { formatDuration, servicePlaces } from '~/companies/public'
import { requireRole } from '~/door/guard.server'
import { pageMeta } from '~/door/page-meta'
import { houseContext } from '~/platform/http/contexts.server'
import { readForm } from '~/platform/http/read-form.server'
import { keptValues } from '~/shared/form'
import type { Refusal } from '~/shared/outcome'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Checkbox, ChoiceCards } from '~/ui/form/choice'
import { Form } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { bookAddress } from '../../book/book-address'
import { spokenDay } from '../../book/day-words'
import { BookingDetails } from '../../book/parts/booking-details'
import { TimeChoices } from '../../book/parts/time-choices'
import { requestBooking } from '../../book/request-booking.server'
import { seenTerms } from '../../book/seen-terms'
import { bookingMoney } from '../../money'
import { EARLY_START } from '../../withdrawal'
import { ComingList } from '../parts/coming-list'
import { readRepeatPage } from '../read-repeat-page.server'
import { everyWeeks, rhythmLabel, rhythmWords, seriesRule } from '../rhythm'
import type { Route } from './+types/repeat'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Boka så att det upprepas',
    description: 'Varje, varannan eller var fjärde vecka.',
    path: href('/dashboard/customer/book/repeat'),
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'member')
  return readRepeatPage(context.get(houseContext), signedIn, new URL(request.url).searchParams)
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'member')
  const values = await readForm(request)
  const requested = await requestBooking(context.get(houseContext), signedIn, values)
  if (!requested.ok) return data({ refusal: saidOnce(requested), values: keptValues(values) }, 422)
  return redirect(href('/dashboard/customer/bookings/:id', requested.value))
}

/** The time is chosen in another form on the page, so an error in it becomes the message of this form. */
function saidOnce({ fields: { start, ...fields }, ...refusal }: Refusal): Refusal {
  return { ...refusal, message: start ?? refusal.message, fields }
}

export default function RepeatPage({ loaderData: page, actionData }: Route.ComponentProps) {
  const { chosen, start } = page
  return (
    <>
      <p>
        <Link
          to={chosen ? `${bookAddress({ service: chosen.service.id, day: chosen.day })}#boka` : bookAddress({})}
          className="link inline-flex min-h-12 items-center"
        >
          {chosen ? 'Boka bara en gång' : 'Välj en tjänst'}
        </Link>
      </p>
      <h1 className="text-h2">Boka så att det upprepas</h1>
      {chosen ? (
        <p className="mt-2 text-lead wrap-anywhere">
          {chosen.service.title}
          <span className="block text-soft">
            {chosen.service.companyName}, {formatDuration(chosen.service.durationMin)},{' '}
            {servicePlaces[chosen.service.place].reader.toLowerCase()}
          </span>
        </p>
      ) : null}
      {chosen && start ? (
        <Planned page={page} chosen={chosen} start={start} answer={actionData} />
      ) : (
        <p role="status" className="mt-6 max-w-3xl rounded-card bg-mist p-5">
          {chosen ? 'Den dagen har inga lediga tider. Välj en annan dag.' : 'Välj först en tjänst och en dag.'}
        </p>
      )}
    </>
  )
}

type Planned = {
  page: Route.ComponentProps['loaderData']
  chosen: NonNullable<Route.ComponentProps['loaderData']['chosen']>
  start: NonNullable<Route.ComponentProps['loaderData']['start']>
  answer: Route.ComponentProps['actionData']
}

/** The rhythm, the days that follow from it, and the button. Exactly the days in the list are requested. */
function Planned({ page, chosen, start, answer }: Planned) {
  const { service, day } = chosen
  const { formMethod } = useNavigation()
  const { pathname, search } = useLocation()
  const seen = seenTerms({ ...service, ...bookingMoney(service.listOre, page.hasDiscount) })
  return (
    <Card as="section" id="boka" aria-label="Bokningen" className="mt-6 grid max-w-3xl scroll-mt-6 gap-8">
      <HowOften page={page} chosen={chosen} start={start} />
      <section aria-labelledby="dagarna" aria-live="polite" className="grid gap-3">
        <h2 id="dagarna" className="text-h4">
          {rhythmWords(page.weeks)} från {day ? spokenDay(day) : ''} kl. {start.label}
        </h2>
        {page.coming.length > 0 ? (
          <>
            <p>Den första gången hålls för dig medan företaget svarar. Deras ja gäller alla gånger, så här långt:</p>
            <ComingList label="Gångerna efter den första" coming={page.coming} />
          </>
        ) : null}
        <p className="text-small text-soft">{seriesRule}</p>
      </section>
      <Form action={`${pathname}${search}#boka`} refusal={answer?.refusal} values={answer?.values}>
        <input type="hidden" name="key" value={answer?.values.key ?? page.key} />
        <input type="hidden" name="service" value={service.id} />
        <input type="hidden" name="day" value={day ?? ''} />
        <input type="hidden" name="start" value={start.at} />
        <input type="hidden" name="weeks" value={page.weeks} />
        <input type="hidden" name="holidays" value={page.holidays ? 'on' : ''} />
        <input type="hidden" name="days" value={page.days} />
        <input type="hidden" name="seen" value={seen} />
        <BookingDetails page={page} chosen={chosen} isOpen={Boolean(answer)} repeats />
        {page.asksForEarlyStart ? <Checkbox name="early" label={EARLY_START} /> : null}
        <Button type="submit" size="large" busy={formMethod === 'POST'} busyText="Skickar bokning...">
          Bekräfta bokning
        </Button>
      </Form>
    </Card>
  )
}

/** The rhythm is part of the address: set on change with JavaScript, and by a button without. */
function HowOften({ page, chosen, start }: Omit<Planned, 'answer'>) {
  const submit = useSubmit()
  const hydrated = useHydrated()
  return (
    <PlainForm
      className="grid gap-6"
      onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true, replace: true })}
    >
      <input type="hidden" name="service" value={chosen.service.id} />
      <input type="hidden" name="day" value={chosen.day ?? ''} />
      <ChoiceCards
        name="weeks"
        legend="Hur ofta?"
        columns={3}
        defaultValue={String(page.weeks)}
        options={everyWeeks.map((weeks) => ({ value: String(weeks), title: rhythmLabel(weeks) }))}
      />
      <TimeChoices
        legend={`Starttid ${chosen.day ? spokenDay(chosen.day) : ''}`}
        starts={chosen.starts}
        chosen={start.at}
      />
      <Checkbox
        name="holidays"
        label="Boka också på helgdagar"
        hint="När företaget har öppet. Annars hoppas de över."
        defaultChecked={page.holidays}
      />
      {hydrated ? null : (
        <Button type="submit" variant="secondary" className="justify-self-start">
          Visa dagarna
        </Button>
      )}
    </PlainForm>
  )
}
