import type { ReactNode } from 'react'
import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'

type DeedProps = {
  intent: string
  words: string
  busy: string
  variant: 'alarm' | 'primary' | 'secondary'
  /** Further form content, such as hidden fields. */
  children?: ReactNode
}

/** A form of one button for one deed on an alarm. */
export function Deed({ intent, words, busy, variant, children }: DeedProps) {
  const large = variant !== 'secondary'
  return (
    <Form action="?#top">
      {children}
      <SubmitButton
        name="intent"
        value={intent}
        variant={variant}
        size={large ? 'large' : 'normal'}
        busyText={busy}
        className={large ? 'min-h-16 w-full text-h4' : 'w-full sm:w-auto'}
      >
        {words}
      </SubmitButton>
    </Form>
  )
}

type NoteProps = { noteKey: string; answer: TakerAnswer | undefined; hint?: string }

/** Form for a note on the alarm, by the company that has it or an operator. */
export function NoteForm({ noteKey, answer, hint = 'Den som larmade ser den.' }: NoteProps) {
  const own = answer?.intent === 'note' ? answer : undefined
  return (
    <Form
      action="?#top"
      refusal={own?.refusal}
      values={own?.values}
      className="grid grid-cols-1 gap-3 border-line border-t pt-5"
    >
      <input type="hidden" name="key" value={noteKey} />
      <TextArea name="message" label="Anteckning" hint={hint} rows={2} />
      <SubmitButton name="intent" value="note" variant="secondary" busyText="Sparar...">
        Spara anteckningen
      </SubmitButton>
    </Form>
  )
}
