import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { Button } from '~/ui/form/button'
import type { RefusalShown } from '~/ui/form/error-summary'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import type { FollowedAlarm } from '../../history/alarm-wire'
import type { Standing } from '../../home/home'
import { emptyMessage } from '../../raise/raise-words'
import { whereIn } from '../../raise/where/place'
import { QuickWords } from './quick-words'
import type { Sending } from './sending-card'
import { useDraft } from './use-draft'
import { usePosition } from './use-position'
import { usePositionSending } from './use-position-sending'
import { WhereQuestion } from './where-question'

type Props = {
  memberId: string
  /** The sender's name. A browser may be shared, and without scripts nothing else shows who is logged in. */
  memberName: string
  /** Idempotency key for a submission without scripts: the same press twice is one alarm. */
  formKey: string
  refusal: RefusalShown | null
  values: Record<string, string> | null
  sending: Sending
  sendButton: RefObject<HTMLButtonElement | null>
  setup: Pick<Standing, 'hasHome' | 'sharesPosition'>
  /** The alarm that is already open; this press then adds to it. */
  open: FollowedAlarm | null
}

/**
 * At most three rows on a phone, so that the button fits on the first screen. A browser without `field-sizing: content`
 * follows the `rows` attribute unless a height is set.
 */
const asHighAsThereIsRoom =
  'max-sm:[&_textarea]:min-h-[clamp(3.25rem,100svh-36.75rem,5.9rem)] max-sm:not-supports-[field-sizing:content]:[&_textarea]:h-0'

/**
 * One large field and one large button. Works as a plain form (progressive enhancement); with scripts the draft is kept
 * and sending is retried.
 */
export function RaiseForm(props: Props) {
  const { memberId, memberName, formKey, refusal: refusedByServer, values, sending, sendButton, setup, open } = props
  const about = open?.id ?? null
  const [refusedHere, setRefusedHere] = useState<{ about: string | null; refusal: RefusalShown } | null>(null)
  // Of one alarm only: when it ends, or another begins, the form starts anew.
  if (refusedHere !== null && refusedHere.about !== about) setRefusedHere(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const clear = useDraft(memberId, field)
  const position = usePosition()
  usePositionSending(open?.id ?? null, position.state === 'found', position.current)
  const isUpdate = open !== null
  const { state } = sending
  const busy = state.kind === 'sending' && !state.alarm.isTest

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const message = field.current?.value.trim() ?? ''
    if (message === '') {
      setRefusedHere({ about, refusal: { ...emptyMessage, fields: { ...emptyMessage.fields } } })
      return
    }
    setRefusedHere(null)
    const said = new FormData(event.currentTarget)
    const where = whereIn((name) => said.get(name))
    sending.send({ message, position: position.current(), isTest: false, where }, clear)
  }

  return (
    <Form
      action={isUpdate ? '?skriv=1#skriv' : '?#top'}
      onSubmit={submit}
      refusal={refusedHere?.refusal ?? refusedByServer}
      values={values}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4 short:gap-2"
    >
      <input type="hidden" name="intent" value="raise" />
      <input type="hidden" name="key" value={formKey} />
      <TextArea
        ref={field}
        name="message"
        label={
          <span className="text-lead">{isUpdate ? 'Har något ändrats? Skriv det här' : 'Beskriv vad som hänt'}</span>
        }
        rows={isUpdate ? 2 : 4}
        autoComplete="off"
        className={`text-lead ${isUpdate ? '' : asHighAsThereIsRoom}`}
      />
      {isUpdate ? null : <QuickWords field={field} />}
      <WhereQuestion key={open?.id} setup={setup} said={open} position={position}>
        <Button
          ref={sendButton}
          variant={isUpdate ? 'secondary' : 'alarm'}
          size="large"
          icon="alarm"
          busy={busy}
          busyText="Skickar larm..."
          className="min-h-16 w-full text-h4 short:min-h-14"
        >
          {isUpdate ? 'Larma igen' : 'Skicka larm'}
        </Button>
        {/* Below the button, which it would otherwise push off the first screen of a phone. */}
        <p className="text-small text-soft wrap-anywhere">Du skickar som {memberName}</p>
      </WhereQuestion>
    </Form>
  )
}
