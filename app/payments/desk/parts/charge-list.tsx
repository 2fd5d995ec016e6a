import { type FormEvent, useState } from 'react'
import { useLocation } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { EmptyState } from '~/ui/empty-state'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { ChargeShown } from '../list-payments.server'
import { type ChargeSorting, ChargeTable } from './charge-table'
import { AskIfPaid, askIfPaidId, PaidHold } from './paid-hold'

type Props = {
  charges: readonly ChargeShown[]
  answer: FormAnswer | undefined
  list: 'unpaid' | 'paid' | 'struck'
  isSearch: boolean
  sorting: ChargeSorting
}

/** Charges in a row; those that wait can be ticked off, one by one or many at once. */
export function ChargeList({ charges, answer, list, isSearch, sorting }: Props) {
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
    return <ChargeTable charges={charges} sorting={sorting} head="När" />
  }
  return <Unpaid charges={charges} answer={answer} sorting={sorting} action={pathname + search} />
}

/** Those that wait. What is pressed waits some seconds for an 'Ångra'; without scripts a page asks with the same words. */
function Unpaid({ charges, answer, sorting, action }: Omit<Props, 'list' | 'isSearch'> & { action: string }) {
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
      <Form action={`${action}#${askIfPaidId}`} refusal={own?.refusal} onSubmit={hold} className="mt-6">
        <input type="hidden" name="intent" value="mark-paid" />
        <ChargeTable charges={charges} sorting={sorting} head="Senast" toPay />
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
