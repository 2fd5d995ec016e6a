import type { FormEvent } from 'react'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import { Icon } from '~/ui/marks/icon'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { HIDING_MESSAGE } from '../../raise/raise-words'
import type { Sending } from './sending-card'

/** One-tap button for a member who has to hide after the alarm was sent. It is a press, and calls everyone again. */
export function Hiding({ alarm, formKey, sending }: { alarm: FollowedAlarm; formKey: string; sending: Sending }) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    sending.send({ message: HIDING_MESSAGE, position: null, isTest: false, where: { hides: 'on' } })
  }
  if (!alarm.isHiding) {
    return (
      <Form action="?#top" onSubmit={submit}>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="message" value={HIDING_MESSAGE} />
        <input type="hidden" name="hides" value="on" />
        <SubmitButton
          name="intent"
          value="raise"
          variant="secondary"
          size="large"
          busyText="Säger till..."
          className="w-full"
        >
          Ring mig inte, jag gömmer mig
        </SubmitButton>
      </Form>
    )
  }
  return (
    <section aria-labelledby="gommer" className="rounded-card border-2 border-lamp bg-surface p-5">
      <h2 id="gommer" className="flex items-start gap-3 text-h4">
        <Icon name="bell-off" className="mt-0.5 text-lamp-ink" />
        Ingen ska ringa dig
      </h2>
      <p className="mt-2">
        De som larmas ser i rött att du gömmer dig. Inget SMS, mejl eller samtal kommer från oss. Stäng av ljudet för
        andra samtal själv. Här på sidan ser du allt.
      </p>
      <Form action="?#top" className="mt-4">
        <input type="hidden" name="alarm" value={alarm.id} />
        <SubmitButton name="intent" value="ring" variant="secondary" busyText="Säger till...">
          Det går att ringa mig igen
        </SubmitButton>
      </Form>
    </section>
  )
}
