import { type FormEvent, useState } from 'react'
import type { FormAnswer } from '~/door/parts/intent-form'
import { typedValues } from '~/shared/form'
import { Button } from '~/ui/form/button'
import type { RefusalShown } from '~/ui/form/error-summary'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'

type Props = {
  /** The idempotency key for browsers without JavaScript: a form that is sent twice is one stop. */
  formKey: string
  /** With JavaScript the stop is stored on the phone first. */
  onStop: (note: string, sponsorStop?: string) => void
  sponsorStop?: string
  label: string
  /** Tells several similar buttons apart. */
  name?: string
  large?: boolean
  /** How long a note may be, and what to say of a longer one. */
  noteLimit: { longest: number; tooLong: string }
  /** What the server said of this form without JavaScript. */
  answer?: FormAnswer | undefined
}

/** One press, with an optional note. */
export function StopForm({ formKey, onStop, sponsorStop, label, name, large, noteLimit, answer }: Props) {
  const [refusal, setRefusal] = useState<RefusalShown | null>(answer?.refusal ?? null)
  function stop(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const note = typedValues(new FormData(form)).note ?? ''
    const isTooLong = note.trim().length > noteLimit.longest
    const fields = { note: noteLimit.tooLong }
    setRefusal(isTooLong ? { title: 'Stoppet är inte sparat', message: '', fields } : null)
    if (isTooLong) return
    onStop(note, sponsorStop)
    form.reset()
    form.querySelector('details')?.removeAttribute('open')
  }
  return (
    <Form refusal={refusal} values={answer?.values} onSubmit={stop} preventScrollReset className="grid gap-2">
      <input type="hidden" name="intent" value="stop" />
      <input type="hidden" name="key" value={formKey} />
      {sponsorStop && <input type="hidden" name="sponsorStop" value={sponsorStop} />}
      <Button
        size={large ? 'large' : 'normal'}
        variant={large ? 'primary' : 'secondary'}
        icon={large ? 'map-pin' : 'check'}
        className="w-full"
        aria-label={name ? `${label}: ${name}` : undefined}
      >
        {label}
      </Button>
      <details open={refusal?.fields.note !== undefined || undefined}>
        <summary className="link flex min-h-12 w-fit cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden">
          Skriv en anteckning till stoppet
        </summary>
        <TextArea
          name="note"
          label={sponsorStop ? 'Anteckning, som sponsorn kan läsa' : 'Anteckning'}
          hint="Inga namn och inga adresser."
          rows={3}
          optional
        />
      </details>
    </Form>
  )
}
