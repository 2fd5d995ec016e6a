import type { ReactNode } from 'react'
import { useLocation, useNavigation } from 'react-router'
import type { FormAnswer } from '~/door/parts/intent-form'
import { Dialog } from '~/ui/dialog'
import { Button } from '~/ui/form/button'
import { Checkbox } from '~/ui/form/choice'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'

type Props = {
  /** The id of the dialog; without JavaScript the address opens it by this fragment. */
  dialog: string
  title: string
  intent: string
  id: string
  /** The answer to the last form posted on the page, if any. */
  answer: FormAnswer | undefined
  submit: string
  reason?: { label: string; hint: string }
  /** The label of a checkbox that must be ticked first. */
  understood?: string
  /** On a booking's own page: scrolls to the top, where the new state stands. In a list the position is kept. */
  goesUp?: boolean
  /** For a visit: a checkbox that ends all its services. */
  whole?: { label: string; isChosen?: boolean } | undefined
  children: ReactNode
}

/** A dialog to end a booking, or to report a no-show: consequences, an optional reason, and the button. */
export function EndingDialog({
  dialog,
  title,
  intent,
  id,
  answer,
  submit,
  reason,
  understood,
  goesUp,
  whole,
  children,
}: Props) {
  const { pathname, search } = useLocation()
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === intent && formData.get('id') === id
  const own = answer?.intent === intent && answer.values?.id === id ? answer : undefined
  return (
    <Dialog id={dialog} title={title}>
      <div className="grid gap-5">
        {children}
        <Form
          action={`${pathname}${search}#${dialog}`}
          refusal={own?.refusal}
          values={own?.values}
          preventScrollReset={!goesUp}
        >
          <input type="hidden" name="intent" value={intent} />
          <input type="hidden" name="id" value={id} />
          {reason ? <TextArea name="reason" label={reason.label} hint={reason.hint} rows={3} optional /> : null}
          {whole ? <Checkbox name="whole" label={whole.label} defaultChecked={whole.isChosen} /> : null}
          {understood ? <Checkbox name="understood" label={understood} /> : null}
          <div>
            <Button variant="alarm" busy={busy} busyText="Sparar...">
              {submit}
            </Button>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}
