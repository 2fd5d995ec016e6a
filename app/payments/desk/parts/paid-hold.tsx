import { useCallback, useEffect, useRef } from 'react'
import { Link, useSubmit } from 'react-router'
import { Card } from '~/ui/card'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { ChargeShown } from '../list-payments.server'

const holdMs = 6_000

type Props = {
  charges: readonly ChargeShown[]
  ids: readonly string[]
  /** The address of the list, to post to. */
  action: string
}

/**
 * A press on 'mark as paid' that is sent after some seconds, with a button to undo it: once booked, a payment has a
 * numbered receipt and cannot be undone. Leaving the page in the meantime cancels it.
 */
export function PaidHold({ charges, ids, action, onEnd }: Props & { onEnd: () => void }) {
  const submit = useSubmit()
  const undo = useRef<HTMLButtonElement>(null)
  const pressed = useRef<Element | null>(null)
  const end = useRef(onEnd)
  end.current = onEnd
  const chosen = ids.join()
  const send = useCallback(() => {
    void submit({ intent: 'mark-paid', only: chosen, sure: 'yes' }, { method: 'post', action })
    end.current()
  }, [submit, action, chosen])

  useEffect(() => {
    pressed.current ??= document.activeElement
    undo.current?.focus()
    const timer = setTimeout(send, holdMs)
    return () => clearTimeout(timer)
  }, [send])

  function takeBack() {
    // Returns the keyboard focus to where it was in the list.
    if (pressed.current instanceof HTMLElement) pressed.current.focus()
    onEnd()
  }

  return (
    <Card tone="mist" className="sticky bottom-4 z-10 mt-5 grid gap-4">
      <div role="status">
        <p className="font-semibold">Markeras som betalt om några sekunder</p>
        <Names charges={charges} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button ref={undo} type="button" onClick={takeBack}>
          Ångra
        </Button>
        <Button type="button" variant="secondary" onClick={send}>
          Markera nu
        </Button>
      </div>
    </Card>
  )
}

/** The anchor of the confirmation, since the page has the other lists above it. */
export const askIfPaidId = 'betalt'

/** The confirmation without JavaScript, where a press cannot be held. */
export function AskIfPaid({ charges, ids, action }: Props) {
  return (
    <Card as="section" aria-labelledby={askIfPaidId} className="mt-6 grid gap-4">
      <div>
        <h2 id={askIfPaidId} className="text-h3">
          Har pengarna kommit?
        </h2>
        <Names charges={charges} />
      </div>
      <Form action={action} className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <input type="hidden" name="intent" value="mark-paid" />
        <input type="hidden" name="only" value={ids.join()} />
        <SubmitButton name="sure" value="yes" icon="check" busyText="Bokför...">
          Ja, markera som betalt
        </SubmitButton>
        <Link to={action} className="link inline-flex min-h-12 items-center">
          Nej, tillbaka
        </Link>
      </Form>
    </Card>
  )
}

function Names({ charges }: Pick<Props, 'charges'>) {
  return (
    <ul className="mt-2 grid gap-1">
      {charges.map(({ id, companyName, memberName, sum, reference }) => (
        <li key={id} className="wrap-anywhere">
          {companyName ?? memberName ?? 'Konto borttaget'}, {sum}{' '}
          <span className="tabular text-soft">({reference})</span>
        </li>
      ))}
    </ul>
  )
}
