import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PaymentsShown } from '../../desk/list-payments.server'

type Props = { events: PaymentsShown['events']; answer: FormAnswer | undefined }

const outcomes: Record<string, string> = { mismatch: 'Stämmer inte', 'paid twice': 'Betald två gånger' }

/** What came by card and does not fit what we asked for. None of it is booked. */
export function CardEvents({ events, answer }: Props) {
  if (events.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="Inget att titta på">
          En kortbetalning med fel belopp, valuta eller kund bokförs inte, utan hamnar här.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
      {events.map((event) => (
        <li key={event.id} id={event.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="lamp" icon="warning">
                {outcomes[event.outcome] ?? event.outcome}
              </Badge>
              <span className="text-small text-soft">{event.at}</span>
            </p>
            <p className="mt-1">{event.note}</p>
            <p className="text-small text-soft [overflow-wrap:anywhere]">Sök hos Stripe: {event.objectId}</p>
          </div>
          <IntentForm
            intent="see-event"
            section={event.id}
            answer={answer?.values?.event === event.id ? answer : undefined}
            hidden={{ event: event.id }}
            submit={{ children: 'Jag har ordnat det', variant: 'secondary', size: 'small' }}
          />
        </li>
      ))}
    </ul>
  )
}
