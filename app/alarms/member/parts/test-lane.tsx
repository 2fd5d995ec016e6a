import type { FormEvent } from 'react'
import { Button } from '~/ui/form/button'
import { Form } from '~/ui/form/form'
import { Icon } from '~/ui/marks/icon'
import { TEST_MESSAGE } from '../../raise/raise-words'
import type { Sending } from './sending-card'

/** The test alarm's form, kept apart from the real one so that nobody confuses them. */
export function TestLane({ formKey, sending }: { formKey: string; sending: Sending }) {
  const { state } = sending
  const busy = state.kind === 'sending' && state.alarm.isTest

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    sending.send({ message: TEST_MESSAGE, position: null, isTest: true })
  }

  return (
    <details className="unfolds group rounded-card border-2 border-line border-dashed p-5">
      <summary className="flex min-h-12 list-none items-center gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        <Icon name="chevron-right" className="transition-transform duration-200 group-open:rotate-90" />
        Testa larmet
      </summary>
      <p className="mt-2 text-soft">
        Ett test går samma väg som ett larm, men är märkt TEST överallt och ingen rycker ut. Det avslutas av sig självt
        efter fem minuter, och kan aldrig vara i vägen för ett riktigt larm.
      </p>
      <Form action="?#top" onSubmit={submit} className="mt-4">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="intent" value="test" />
        <Button variant="secondary" busy={busy} busyText="Skickar test...">
          Skicka testlarm
        </Button>
      </Form>
    </details>
  )
}
