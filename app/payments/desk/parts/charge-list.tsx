import { type FormEvent, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Badge } from '~/ui/badge'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { chargeStates } from '../../charge'
import type { ChargeShown } from '../list-payments.server'
import { AskIfPaid, PaidHold } from './paid-hold'

type Props = {
  charges: readonly ChargeShown[]
  answer: FormAnswer | undefined
  list: 'unpaid' | 'paid' | 'struck'
  isSearch: boolean
}

/** Charges in a row; those that wait can be ticked off, one by one or many at once. */
export function ChargeList({ charges, answer, list, isSearch }: Props) {
  const { pathname, search } = useLocation()
  if (charges.length === 0) {
    return (
      <div className="mt-6">
        <EmptyState title={isSearch ? 'Inga träffar' : 'Inget här'}>
          {list === 'unpaid' && !isSearch ? 'När någon ska betala syns det här tills pengarna har kommit.' : null}
        </EmptyState>
      </div>
    )
  }
  if (list !== 'unpaid') {
    return (
      <ul className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
        {charges.map((charge) => (
          <li key={charge.id} className="py-4">
            <ChargeRow charge={charge} />
          </li>
        ))}
      </ul>
    )
  }
  return <Unpaid charges={charges} answer={answer} action={pathname + search} />
}

/** Those that wait. What is pressed waits some seconds for an 'Ångra'; without scripts a page asks with the same words. */
function Unpaid({ charges, answer, action }: Pick<Props, 'charges' | 'answer'> & { action: string }) {
  const [held, setHeld] = useState<string[]>([])
  const own = answer?.intent === 'mark-paid' ? answer : undefined
  const asked = own?.refusal ? undefined : own?.values?.charges?.split(',')
  const among = (ids: readonly string[]) => charges.filter(({ id }) => ids.includes(id))
  if (asked) return <AskIfPaid charges={among(asked)} ids={asked} action={action} />

  function hold(event: FormEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const ids = (data.has('only') ? data.getAll('only') : data.getAll('charge')).map(String)
    // Nothing ticked: the server says so.
    if (ids.length === 0) return
    event.preventDefault()
    setHeld(ids)
  }

  return (
    <>
      <Form action={action} refusal={own?.refusal} onSubmit={hold} className="mt-6">
        <input type="hidden" name="intent" value="mark-paid" />
        <ul className="divide-y divide-line rounded-card bg-surface px-5 shadow-card sm:px-7">
          {charges.map((charge) => (
            <li
              key={charge.id}
              className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-3 py-4 sm:grid-cols-[auto_1fr_auto] sm:gap-x-4"
            >
              <label className="-ml-3 grid size-12 shrink-0 place-content-center max-sm:self-start">
                <span className="sr-only">Bocka för {charge.reference}</span>
                <input type="checkbox" name="charge" value={charge.id} className="size-6 accent-spruce" />
              </label>
              <div className="min-w-0">
                <ChargeRow charge={charge} />
              </div>
              <SubmitButton
                name="only"
                value={charge.id}
                variant="secondary"
                size="small"
                className="max-sm:col-start-2 max-sm:justify-self-start"
                aria-label={`Markera som betald: ${charge.reference}`}
              >
                Markera som betald
              </SubmitButton>
            </li>
          ))}
        </ul>
        <div className="mt-5">
          <SubmitButton icon="check" busyText="Bokför...">
            Markera de förbockade som betalda
          </SubmitButton>
        </div>
      </Form>
      {held.length > 0 && (
        <PaidHold key={held.join()} charges={among(held)} ids={held} action={action} onEnd={() => setHeld([])} />
      )}
    </>
  )
}

function ChargeRow({ charge }: { charge: ChargeShown }) {
  const state = chargeStates[charge.status]
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="tabular inline-block font-semibold">{charge.reference}</span>
          <span className="tabular">{charge.sum}</span>
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
        </p>
        <p className="mt-0.5 text-small text-soft [overflow-wrap:anywhere]">
          {charge.label} · <Payer charge={charge} /> · {whenOf(charge)}
          {charge.receiptNumber && (
            <>
              {' · '}
              <Link to={href('/dashboard/receipts/:number', { number: String(charge.receiptNumber) })}>
                Kvitto {charge.receiptNumber}
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  )
}

function Payer({ charge: { companyId, companyName, memberId, memberName } }: { charge: ChargeShown }) {
  if (companyId) return <Link to={href('/dashboard/admin/companies/:id', { id: companyId })}>{companyName}</Link>
  if (memberId) return <Link to={href('/dashboard/admin/users/:id', { id: memberId })}>{memberName}</Link>
  return <>Konto borttaget</>
}

function whenOf({ status, due, paid, struckBecause }: ChargeShown): string {
  if (status === 'paid') return `Betald ${paid}`
  return status === 'struck' ? (struckBecause ?? 'Struken') : `Senast ${due}`
}
