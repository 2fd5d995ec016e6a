import { href, Link } from 'react-router'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { formatClock } from '~/shared/time'
import { DescriptionList } from '~/ui/description-list'
import type { RefusalShown } from '~/ui/form/error-summary'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { endedOf } from '../../history/ended'

type Props = {
  alarm: FollowedAlarm
  /** Idempotency key of the note form: a resubmission stores the note once. */
  formKey: string
  refusal: RefusalShown | null
  values: Record<string, string> | null
}

const whoWrote = { member: 'Du berättade', partner: 'Trygghetspartnern skrev', operator: 'Jouren skrev' } as const

/** Summary of an ended alarm: who came, when, how it ended, and a field for the member's own note. */
export function EndedAlarm({ alarm, formKey, refusal, values }: Props) {
  const ended = endedOf(alarm)
  if (!ended) return null
  const notes = alarm.updates.filter(({ kind }) => kind === 'note')
  const told = notes.filter(({ by }) => by === 'member')
  return (
    <section
      id="slut"
      aria-labelledby={`larm-${alarm.id}`}
      className="rounded-card bg-surface p-[min(1.25rem,6vw)] sm:p-7"
    >
      <h2 id={`larm-${alarm.id}`} className="text-h3">
        Larmet är avslutat
      </h2>
      <DescriptionList
        className="mt-4"
        items={[
          { term: 'Vem kom', description: ended.who },
          { term: 'När', description: ended.when },
          { term: 'Hur det slutade', description: ended.how },
        ]}
      />
      <p className="mt-4">
        Behöver du hjälp igen? Ring{' '}
        <a href={`tel:${EMERGENCY_NUMBER}`} className="link font-semibold">
          {EMERGENCY_NUMBER}
        </a>{' '}
        vid fara, eller larma på nytt här på sidan.
      </p>
      {notes.map(({ id, by, message, createdAt }) => (
        <div key={id} className="mt-4">
          <p className="text-small text-soft">
            {whoWrote[by]} kl. {formatClock(createdAt)}
          </p>
          <p className="wrap-anywhere whitespace-pre-line">{message}</p>
        </div>
      ))}
      <details className="mt-4" open={refusal !== null}>
        <summary className="link inline-flex min-h-12 items-center">Vill du berätta något?</summary>
        <Form
          key={told.length}
          action="?#slut"
          refusal={refusal}
          values={values}
          className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4"
        >
          <input type="hidden" name="alarm" value={alarm.id} />
          <input type="hidden" name="key" value={formKey} />
          <TextArea
            name="message"
            label="Hur det gick, eller något vi borde veta"
            hint="Det läggs till larmet. Den som hade larmet och vi kan läsa det."
            rows={3}
            autoComplete="off"
          />
          <SubmitButton name="intent" value="tell" variant="secondary" busyText="Sparar...">
            Spara
          </SubmitButton>
        </Form>
      </details>
      <Link
        to={href('/dashboard/customer/safety/history/:id', { id: alarm.id })}
        className="link mt-2 inline-flex min-h-12 items-center"
      >
        Allt som hänt med larmet
      </Link>
    </section>
  )
}
