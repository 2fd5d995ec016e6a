import { href, Link } from 'react-router'
import type { Sorting } from '~/door/list-order'
import { Badge } from '~/ui/badge'
import { SubmitButton } from '~/ui/form/submit-button'
import { DataTable } from '~/ui/table'
import { chargeStates } from '../../charge'
import type { ChargeShown } from '../list-payments.server'
import type { PaymentOrder } from '../payment-lists'

/** Sorting of the columns that this list can be sorted by. */
export type ChargeSorting = Partial<Record<PaymentOrder['by'], Sorting>>

type Props = {
  charges: readonly ChargeShown[]
  sorting: ChargeSorting
  /** The heading of the column with each charge's day. */
  head: string
  /** The rows can be ticked and marked as paid. */
  toPay?: boolean
}

export function ChargeTable({ charges, sorting, head, toPay }: Props) {
  return (
    <div className={toPay ? undefined : 'mt-6'}>
      <DataTable
        caption="Betalningar"
        captionHidden
        wide
        columns={[
          { key: 'reference', label: 'Nummer', sort: sorting.asked, short: true },
          { key: 'payer', label: 'Vem' },
          { key: 'label', label: 'Gäller', short: true },
          { key: 'sum', label: 'Belopp', align: 'right', sort: sorting.sum, short: true },
          { key: 'when', label: head, sort: sorting.due, short: true },
          toPay ? { key: 'deed', label: 'Har pengarna kommit?' } : { key: 'receipt', label: 'Kvitto' },
        ]}
        rows={charges.map((charge) => ({
          id: charge.id,
          reference: toPay ? <Tick charge={charge} /> : <span className="tabular">{charge.reference}</span>,
          payer: <Payer charge={charge} />,
          label: charge.label,
          sum: charge.sum,
          when: <When charge={charge} />,
          receipt: charge.receiptNumber && (
            <Link
              to={href('/dashboard/receipts/:number', { number: String(charge.receiptNumber) })}
              className="link inline-flex min-h-12 items-center"
            >
              Kvitto {charge.receiptNumber}
            </Link>
          ),
          deed: toPay && (
            <SubmitButton
              name="only"
              value={charge.id}
              variant="secondary"
              size="small"
              aria-label={`Markera som betald: ${charge.reference}`}
            >
              Markera som betald
            </SubmitButton>
          ),
        }))}
      />
    </div>
  )
}

function Tick({ charge: { id, reference } }: { charge: ChargeShown }) {
  return (
    <span className="flex items-center gap-2">
      <label className="-ml-3 grid size-12 shrink-0 place-content-center">
        <span className="sr-only">Bocka för {reference}</span>
        <input type="checkbox" name="charge" value={id} className="size-6 accent-spruce" />
      </label>
      <span className="tabular">{reference}</span>
    </span>
  )
}

function Payer({ charge: { companyId, companyName, memberId, memberName } }: { charge: ChargeShown }) {
  const look = 'link inline-flex min-h-12 items-center'
  if (companyId) {
    return (
      <Link to={href('/dashboard/admin/companies/:id', { id: companyId })} className={look}>
        {companyName}
      </Link>
    )
  }
  if (memberId) {
    return (
      <Link to={href('/dashboard/admin/users/:id', { id: memberId })} className={look}>
        {memberName}
      </Link>
    )
  }
  return <>Konto borttaget</>
}

function When({ charge }: { charge: ChargeShown }) {
  const state = chargeStates[charge.status]
  return (
    <span className="flex flex-wrap items-center gap-2">
      {whenOf(charge)}
      {charge.isLate ? (
        <Badge tone="alarm" icon="warning">
          Försenad
        </Badge>
      ) : (
        charge.status !== 'open' && (
          <Badge tone={state.tone} icon={state.icon}>
            {state.label}
          </Badge>
        )
      )}
    </span>
  )
}

/** The day (or, for a struck charge, the reason) that the list shows. */
export function whenOf({ status, due, paid, struckBecause }: ChargeShown): string {
  if (status === 'paid') return paid ?? ''
  return status === 'struck' ? (struckBecause ?? '') : due
}
