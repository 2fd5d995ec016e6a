import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { PortalSection } from '../../parts/portal-section'
import { formatDate } from '../calendar-day'

type Props = { holidays: { day: string; name: string; isClosed: boolean }[]; answer: FormAnswer | undefined }

/** The year's public holidays and eves: closed one by one, or all with one press. */
export function HolidaysSection({ holidays, answer }: Props) {
  const isAllClosed = holidays.every(({ isClosed }) => isClosed)
  // Several forms share this intent, so the answer is shown at the form that was sent.
  const sentDay = answer?.intent === 'close-holidays' ? (answer.values?.day ?? '') : undefined
  return (
    <PortalSection
      id="helgdagar"
      title="Helgdagar"
      lead={
        isAllClosed
          ? 'Ni har stängt alla helgdagar det närmaste året.'
          : 'Ni går att boka även på röda dagar och aftnar, tills ni säger att ni har stängt.'
      }
    >
      {!isAllClosed && (
        <IntentForm
          intent="close-holidays"
          section="helgdagar"
          answer={sentDay === '' ? answer : undefined}
          submit={{ children: 'Stäng alla helgdagar', variant: 'secondary', icon: 'check' }}
        />
      )}
      <details className="unfolds" open={sentDay ? true : undefined}>
        <summary className="link min-h-12 py-3 font-semibold">Välj dag för dag</summary>
        <ul className="divide-y divide-line">
          {holidays.map(({ day, name, isClosed }) => (
            <li key={day} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <span>
                {name}, {formatDate(day)}
              </span>
              {isClosed ? (
                <Badge icon="check">Stängt</Badge>
              ) : (
                <IntentForm
                  intent="close-holidays"
                  section="helgdagar"
                  answer={sentDay === day ? answer : undefined}
                  hidden={{ day }}
                  submit={{
                    children: 'Stäng',
                    variant: 'quiet',
                    size: 'small',
                    'aria-label': `Stäng ${name}, ${formatDate(day)}`,
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </details>
    </PortalSection>
  )
}
