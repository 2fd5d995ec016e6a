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

/** A list of charges. Open ones can be marked as paid, one by one or several at once. */
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

/**
 * The open charges. A press is held for some seconds with an 'Ångra' button; without JavaScript a page asks for
 * confirmation in the same words.
 */
function Unpaid({ charges, answer, sorting, action }: Omit<Props, 'list' | 'isSearch'> & { action: string }) {
  const [held, setHeld] = useState<string[]>([])
  const own = answer?.intent === 'mark-paid' ? answer : undefined
  const asked = own?.refusal ? undefined : own?.values?.charges?.split(',')
  const among = (ids: readonly string[]) => charges.filter(({ id }) => ids.includes(id))
  if (asked) return <AskIfPaid charges={among(asked)} ids={asked} action={action} />

  function hold(event: FormEvent<HTMLFormElement>) {
    const data = new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    const ids = (data.has('only') ? data.getAll('only') : data.getAll('charge')).map(String)
    // Nothing is ticked: the form is submitted, and the server answers with the error.
    if (ids.length === 0) return
    event.preventDefault()
    setHeld(ids)
  }

  return (
    <>
      <Form action={`${action}#${askIfPaidId}`} refusal={own?.refusal} onSubmit={hold} className="mt-6">
        <input type="hidden" name="intent" value="mark-paid" />
        <ChargeTable charges={charges} sorting={sorting} head="Förfallodag" toPay />
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
