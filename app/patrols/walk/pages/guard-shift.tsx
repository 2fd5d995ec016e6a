import { randomUUID } from 'node:crypto'
import { Form, href, Link, useNavigation } from 'react-router'
import { orAnswer } from '~/door/answer.server'
import { answerRefused, formSent } from '~/door/deed.server'
import { pageMeta } from '~/door/page-meta'
import { requireGuard } from '~/guards/public.server'
import { useKeptAnswer } from '~/live/public'
import { houseContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readForm } from '~/platform/http/read-form.server'
import { formatPostcode } from '~/postcodes/public'
import { formatClock } from '~/shared/time'
import { Badge } from '~/ui/badge'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { ErrorSummary } from '~/ui/form/error-summary'
import { shiftStates } from '../../shift'
import { capital, formatHours, nearDay } from '../../shift-words'
import { StopForm } from '../parts/stop-form'
import { StopList } from '../parts/stop-list'
import { useKeptStops } from '../parts/use-kept-stops'
import { readGuardShift } from '../read-walk.server'
import { checkIn, checkOut, logStop, noteLimit } from '../walk-shift.server'
import type { Route } from './+types/guard-shift'

const walkDeeds = {
  'check-in': { does: checkIn, says: 'Du är incheckad' },
  'check-out': { does: checkOut, says: 'Du är utcheckad' },
  stop: { does: logStop, says: 'Stoppet är sparat' },
}

export function meta({ matches, params }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Passet',
    description: 'Checka in, och spara stoppen på ronden.',
    path: href('/vakt/pass/:id', params),
    hidden: true,
  })
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const guard = await requireGuard(context, request)
  const shown = orAnswer(await readGuardShift(context.get(houseContext), guard, params.id))
  return { ...shown, noteLimit, formKey: randomUUID() }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const guard = await requireGuard(context, request)
  const house = context.get(houseContext)
  const values = await readForm(request, walkDeeds)
  const deed = formSent(walkDeeds, values)
  const done = orAnswer(await deed.does(house, guard, params.id, values))
  if (!done.ok) return answerRefused(values, done)
  return redirectWithNotice(href('/vakt/pass/:id', params), { tone: 'normal', title: deed.says })
}

export default function GuardShiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const { shift, now, isOut, hasBeenOut, whyNotCheckIn, sponsorStops, stops, noteLimit, formKey } = loaderData
  const { kept, refusal, stop } = useKeptStops(shift.id)
  const answer = useKeptAnswer(actionData)
  const { label, ...look } = shiftStates[shift.state]
  // The note of a stop that was refused is shown, and kept, in its own form.
  const noted = isOut && answer?.refusal?.fields.note !== undefined ? answer : undefined
  const notedFor = (sponsorStop?: string) =>
    (noted?.values?.sponsorStop || undefined) === sponsorStop ? noted : undefined
  const left = sponsorStops.filter(({ id, stoppedAt }) => !stoppedAt && !kept.some((one) => one.sponsorStop === id))
  return (
    <>
      <p>
        <Link to={href('/vakt')} className="link inline-flex min-h-12 items-center">
          Hem
        </Link>
      </p>
      <h1 className="text-h2">
        {capital(nearDay(shift, now))} {formatHours(shift)}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-3 text-soft">
        {formatPostcode(shift.postcode)} <Badge {...look}>{label}</Badge>
      </p>
      {answer?.refusal && !noted && (
        <div className="mt-5">
          <ErrorSummary refusal={answer.refusal} fieldId={(name) => name} />
        </div>
      )}

      {isOut ? (
        <Card className="mt-6">
          {whyNotCheckIn && <p className="mb-4 font-semibold">Du är incheckad. {whyNotCheckIn}</p>}
          <StopForm
            formKey={formKey}
            onStop={stop}
            answer={notedFor()}
            noteLimit={noteLimit}
            label="Jag har stannat till"
            large
          />
          {refusal && (
            <p role="alert" className="mt-2 text-alarm-text">
              {refusal}
            </p>
          )}
        </Card>
      ) : (
        <CheckIn why={whyNotCheckIn} again={hasBeenOut} />
      )}

      {sponsorStops.length > 0 && (
        <section aria-labelledby="sponsors" className="mt-8">
          <h2 id="sponsors" className="text-h3">
            Extra stopp på det här passet
          </h2>
          <ul className="mt-4 grid gap-3">
            {sponsorStops.map(({ id, name, address, stoppedAt }) => (
              <Card as="li" key={id} className="grid gap-3">
                <div>
                  <h3 className="text-h4 wrap-anywhere">{name}</h3>
                  <p className="text-soft">{address}</p>
                </div>
                {stoppedAt ? (
                  <p>
                    <Badge tone="spruce" icon="check">
                      Klart {formatClock(stoppedAt)}
                    </Badge>
                  </p>
                ) : isOut && left.some((one) => one.id === id) ? (
                  // An idempotency key different from that of the form above.
                  <StopForm
                    formKey={id}
                    onStop={stop}
                    answer={notedFor(id)}
                    noteLimit={noteLimit}
                    sponsorStop={id}
                    label="Klart här"
                    name={name}
                  />
                ) : (
                  <p className="text-soft">{isOut ? 'Sparat på telefonen.' : 'Checka in för att bocka av det.'}</p>
                )}
              </Card>
            ))}
          </ul>
        </section>
      )}

      <section aria-labelledby="stops" className="mt-8">
        <h2 id="stops" className="text-h3">
          Stopp hittills
        </h2>
        {kept.length > 0 && (
          <p role="status" className="mt-3 rounded-card bg-mist p-4">
            {kept.length === 1 ? 'Ett stopp ligger sparat' : `${kept.length} stopp ligger sparade`} på telefonen och
            skickas så fort det finns täckning.
          </p>
        )}
        <StopList stops={stops} empty="Inga stopp än." withNames />
      </section>

      {isOut && <CheckOut />}
    </>
  )
}

function CheckIn({ why, again }: { why: string | null; again: boolean }) {
  const { formData } = useNavigation()
  if (why) {
    return (
      <Card tone="mist" className="mt-6">
        <p>{why}</p>
      </Card>
    )
  }
  return (
    <Card className="mt-6">
      <p className="mb-4 text-soft">
        {again
          ? 'Du har checkat ut. Går du vidare, checka in igen.'
          : 'Du går samtidigt i tjänst tills passet är slut.'}
      </p>
      <Form method="post">
        <Button
          name="intent"
          value="check-in"
          size="large"
          icon="lamp"
          busy={formData?.get('intent') === 'check-in'}
          className="w-full"
        >
          Checka in
        </Button>
      </Form>
    </Card>
  )
}

function CheckOut() {
  const { formData } = useNavigation()
  return (
    <Form method="post" className="mt-10">
      <Button
        name="intent"
        value="check-out"
        variant="secondary"
        busy={formData?.get('intent') === 'check-out'}
        className="w-full"
      >
        Checka ut
      </Button>
    </Form>
  )
}
