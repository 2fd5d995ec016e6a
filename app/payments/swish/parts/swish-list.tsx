import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { EmptyState } from '~/ui/empty-state'
import type { PaymentsShown } from '../../desk/list-payments.server'

/** Swish payments that are booked nowhere, or of which Swish never reported the end. */
export function SwishList({ payments, answer }: { payments: PaymentsShown['swish']; answer: FormAnswer | undefined }) {
  if (payments.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="Inget att titta på">
          En betalning med fel summa, mottagare eller nummer bokförs inte, utan hamnar här.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
      {payments.map(({ id, note, sum, at }) => (
        <li key={id} id={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
          <div className="min-w-0">
            <p>
              <span className="tabular font-semibold">{sum}</span> <span className="text-small text-soft">{at}</span>
            </p>
            <p className="mt-1">{note}</p>
            <p className="text-small text-soft [overflow-wrap:anywhere]">
              Sök hos Swish: {id.replaceAll('-', '').toUpperCase()}
            </p>
          </div>
          <IntentForm
            intent="see-swish"
            section={id}
            answer={answer?.values?.request === id ? answer : undefined}
            hidden={{ request: id }}
            submit={{ children: 'Jag har ordnat det', variant: 'secondary', size: 'small' }}
          />
        </li>
      ))}
    </ul>
  )
}
