import { href, Link } from 'react-router'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { EmptyState } from '~/ui/empty-state'
import type { PaymentsShown } from '../list-payments.server'

type Props = { refunds: PaymentsShown['refunds']; answer: FormAnswer | undefined }

/** Refunds to pay out. By Swish an administrator sends them and ticks them off; by card the provider sends them. */
export function RefundList({ refunds, answer }: Props) {
  if (refunds.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title="Inget ska betalas tillbaka">
          När någon ångrar sitt avtal, eller en betald månad släpps, syns det här.
        </EmptyState>
      </div>
    )
  }
  return (
    <ul className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
      {refunds.map((refund) => (
        <li
          key={refund.id}
          id={`r-${refund.id}`}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4"
        >
          <div className="min-w-0">
            <p className="tabular font-semibold">{refund.amount}</p>
            <p className="mt-0.5 text-small text-soft [overflow-wrap:anywhere]">
              {refund.reason} ·{' '}
              <Link to={href('/dashboard/receipts/:number', { number: String(refund.number) })}>
                Kreditkvitto {refund.number}
              </Link>{' '}
              · sedan {refund.since}
            </p>
            <p className="text-small">
              <Receiver refund={refund} />
              {refund.isRefused && ' · Kortet tar inte emot dem. Skicka dem på annat sätt.'}
            </p>
          </div>
          {refund.byCard ? (
            <p className="text-small text-soft">Går tillbaka till kortet av sig själv</p>
          ) : (
            <IntentForm
              intent="pay-out"
              section={`r-${refund.id}`}
              answer={answer?.values?.refund === refund.id ? answer : undefined}
              hidden={{ refund: refund.id }}
              submit={{ children: 'Markera som utbetald', busyText: 'Sparar...', variant: 'secondary', size: 'small' }}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function Receiver({ refund: { companyId, companyName, memberId } }: { refund: Props['refunds'][number] }) {
  if (companyId) return <Link to={href('/dashboard/admin/companies/:id', { id: companyId })}>Till {companyName}</Link>
  if (memberId)
    return <Link to={href('/dashboard/admin/users/:id', { id: memberId })}>Till medlemmen, numret står här</Link>
  return <>Kontot är borttaget. Avsändaren står i bankens lista.</>
}
