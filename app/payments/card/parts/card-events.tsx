import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import type { PaymentsShown } from '../../desk/list-payments.server'

type Props = { events: PaymentsShown['events']; refused: PaymentsShown['refused']; answer: FormAnswer | undefined }

const outcomes: Record<string, string> = {
  mismatch: 'Stämmer inte',
  'paid twice': 'Betald två gånger',
  'given back': 'Går tillbaka',
}
const orders = {
  refund: 'Pengar tillbaka till ett kort',
  'move next charge': 'Flytta nästa dragning',
  'end subscription': 'Sluta dra från ett kort',
} as const satisfies Record<PaymentsShown['refused'][number]['kind'], string>

const deeds = [
  { how: 'again', label: 'Försök igen' },
  { how: 'done', label: 'Jag har ordnat det' },
] as const

/** Orders that the provider refused, and card payments that do not fit what we asked for. None of those are booked. */
export function CardEvents({ events, refused, answer }: Props) {
  if (events.length === 0 && refused.length === 0) {
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
      {refused.map((order) => (
        <li key={order.id} id={order.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0">
            <Badge tone="lamp" icon="warning">
              Leverantören säger nej
            </Badge>
            <p className="mt-1">
              {orders[order.kind]}
              {order.amount && `, ${order.amount}`}
            </p>
            <p className="text-small text-soft [overflow-wrap:anywhere]">
              {order.reason}. Sök hos Stripe: {order.objectId}
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            {deeds
              // A refund that is paid out in another way is ticked off in the list of refunds instead, so that it is
              // booked.
              .filter(({ how }) => how === 'again' || order.refundId === null)
              .map(({ how, label }) => (
                <IntentForm
                  key={how}
                  intent="take-up-order"
                  section={order.id}
                  answer={answer?.values?.order === order.id && answer.values.how === how ? answer : undefined}
                  hidden={{ order: order.id, how }}
                  submit={{ children: label, variant: 'secondary', size: 'small' }}
                />
              ))}
          </div>
        </li>
      ))}
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
