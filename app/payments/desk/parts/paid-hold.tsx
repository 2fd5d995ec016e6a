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
  /** The list that they stand in. */
  action: string
}

/**
 * What has been pressed, and is sent in some seconds: a payment that is booked has a receipt with a number, and is not taken
 * back by a press. Whoever leaves the page meanwhile has marked nothing.
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
    // Whoever goes by the keyboard is where they were in the list.
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

/** Where whoever pressed without scripts is led to: the lists stand before it. */
export const askIfPaidId = 'betalt'

/** The same question where nothing can wait. */
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
