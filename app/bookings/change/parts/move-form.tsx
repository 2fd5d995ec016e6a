import { Link, Form as PlainForm, useLocation, useNavigate } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Checkbox } from '~/ui/form/choice'
import { DatePicker } from '~/ui/form/date-picker'
import { TextField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { SubmitButton } from '~/ui/form/submit-button'
import { TimeChoices } from '../../book/parts/time-choices'
import { Moment } from '../../parts/moment'
import { useShownDay } from '../../parts/use-shown-day'
import { EARLY_START } from '../../withdrawal'
import type { Move } from '../read-move.server'

type Props = {
  move: Move
  back: string
  answer: FormAnswer | undefined
  /** Adds fields for a time outside opening hours, which only a company may propose. */
  anyTime?: boolean
}

/** Proposes another time to the other side: first a day, then one of its free times. */
export function MoveForm({ move, back, answer, anyTime }: Props) {
  const { pathname, search } = useLocation()
  const sentOwnTime = answer?.values?.start === undefined && answer?.values?.day !== undefined
  return (
    <>
      <p>
        <Link to={back} className="link inline-flex min-h-12 items-center">
          Till bokningen
        </Link>
      </p>
      <h1 className="text-h2">Föreslå ny tid</h1>
      <p className="mt-3 prose-width wrap-anywhere">
        <strong>{move.title}</strong>, <Moment {...move.current} />.{' '}
        {move.notNow ? null : `Den tiden står kvar tills ${move.otherSide} har svarat ja på en ny.`}
      </p>
      {move.notNow ? (
        <Card tone="mist" className="mt-6 max-w-3xl">
          <p className="font-semibold">Det går inte att föreslå en ny tid.</p>
          <p className="mt-1">{move.notNow}</p>
        </Card>
      ) : (
        <Card className="mt-6 grid max-w-3xl gap-6">
          {move.isFull ? (
            <p>Det finns inga lediga tider de närmaste månaderna. Ring hellre och kom överens.</p>
          ) : (
            <DayChoice move={move} />
          )}
          {move.noneBecause ? <p role="status">{move.noneBecause} den dagen. Välj en annan.</p> : null}
          {move.starts.length > 0 ? (
            <Form
              key={move.day}
              action={`${pathname}${search}#tider`}
              refusal={sentOwnTime ? undefined : answer?.refusal}
              values={sentOwnTime ? undefined : answer?.values}
            >
              <input type="hidden" name="intent" value="propose" />
              <div id="tider" className="scroll-mt-6">
                <TimeChoices legend={`Lediga tider ${move.dayInWords}`} starts={move.starts} />
              </div>
              {move.tooSoon ? <p className="text-small">{move.tooSoon}</p> : null}
              {move.asksForEarlyStart ? <Checkbox name="early" label={EARLY_START} /> : null}
              <div>
                <SubmitButton busyText="Skickar...">Skicka förslaget</SubmitButton>
              </div>
            </Form>
          ) : null}
          {anyTime ? (
            <details className="unfolds group" open={sentOwnTime}>
              <summary className="link inline-flex min-h-12 cursor-pointer items-center font-semibold">
                En annan tid, utanför era öppettider
              </summary>
              <Form
                action={`${pathname}${search}`}
                refusal={sentOwnTime ? answer?.refusal : undefined}
                values={sentOwnTime ? answer?.values : undefined}
                className="mt-4 grid gap-5"
              >
                <input type="hidden" name="intent" value="propose" />
                <div className="grid gap-5 sm:grid-cols-2">
                  <TextField name="day" label="Dag" type="date" min={move.first} max={move.last} required />
                  <TextField name="time" label="Starttid" type="time" required />
                </div>
                <div>
                  <SubmitButton variant="secondary" busyText="Skickar...">
                    Föreslå den tiden
                  </SubmitButton>
                </div>
              </Form>
            </details>
          ) : null}
        </Card>
      )}
    </>
  )
}

/** The day is part of the address: it is set on change with JavaScript, and by a button without. */
function DayChoice({ move }: { move: Move }) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const { shown, setPicked } = useShownDay(move.day)
  return (
    <PlainForm className="grid gap-3">
      <DatePicker
        key={shown}
        name="dag"
        label="Välj dag"
        min={move.first}
        max={move.last}
        defaultValue={move.day ?? undefined}
        unavailable={move.unavailable}
        onChange={(day) => {
          setPicked(day)
          void navigate(`?dag=${day}`, { preventScrollReset: true, replace: true })
        }}
      />
      {hydrated ? null : (
        <Button type="submit" variant="secondary" className="justify-self-start">
          Visa tider
        </Button>
      )}
    </PlainForm>
  )
}
