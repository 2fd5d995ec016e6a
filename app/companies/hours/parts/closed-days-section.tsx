import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Checkbox, TextField } from '~/ui/form/field'
import { PortalSection } from '../../parts/portal-section'
import { formatPeriod } from '../calendar-day'

type Props = {
  closedDays: { id: string; from: string; to: string; reason: string; note: string }[]
  today: string
  answer: FormAnswer | undefined
}

export function ClosedDaysSection({ closedDays, today, answer }: Props) {
  const refusal = answer?.intent === 'add-closed-days' ? answer.refusal : undefined
  // The bookings on those days, as the server named them.
  const overlap = refusal?.fields.seen ? refusal.message : null
  return (
    <PortalSection id="stangt" title="Stängda dagar" lead="Semester, vård av barn, en klämdag: då kan ingen boka er.">
      {closedDays.length > 0 && (
        <ul className="grid gap-3">
          {closedDays.map(({ id, from, to, reason, note }) => {
            const period = formatPeriod(from, to)
            return (
              <li
                key={id}
                className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-mist px-4 py-3"
              >
                <div className="min-w-0">
                  <p className="font-semibold">{period}</p>
                  {reason && <p className="text-small text-soft wrap-anywhere">{reason}</p>}
                  {note && <p className="text-small text-soft wrap-anywhere">Bara för er: {note}</p>}
                </div>
                <IntentForm
                  intent="remove-closed-days"
                  section="stangt"
                  answer={answer}
                  row={{ id }}
                  submit={{
                    children: 'Ta bort',
                    variant: 'quiet',
                    size: 'small',
                    icon: 'trash',
                    'aria-label': `Ta bort ${period}`,
                  }}
                />
              </li>
            )
          })}
        </ul>
      )}
      <IntentForm
        // Remounts the form after an addition, which clears its fields.
        key={closedDays.length}
        intent="add-closed-days"
        section="stangt"
        answer={answer}
        submit={{ children: 'Lägg till', busyText: 'Lägger till...', variant: 'secondary', icon: 'plus' }}
      >
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField name="from" label="Första dagen" type="date" min={today} required />
          <TextField name="to" label="Sista dagen" type="date" min={today} optional />
        </div>
        <TextField name="reason" label="Anledning" hint="Syns på er sida." optional maxLength={200} />
        <TextField name="note" label="Egen anteckning" hint="Syns bara för er." optional maxLength={200} />
        {overlap && (
          <>
            <input type="hidden" name="named" value={overlap} />
            <Checkbox name="seen" label="Stäng ändå. Bokningarna står kvar tills vi flyttar eller avbokar dem." />
          </>
        )}
      </IntentForm>
    </PortalSection>
  )
}
