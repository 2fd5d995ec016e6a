import { SelectField, TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import { falseReasons } from '../../answer/sayings/false-alarm'
import { lastPressIn, type Update } from '../../history/alarm-views'
import { Deed } from './deed'
import { optionsOf } from './options'

type Props = {
  answer: TakerAnswer | undefined
  isNext: boolean
  /** What is shown of what the member has added: what came after it must not be closed away unseen. */
  updates: readonly Update[]
  /** Somebody has said that it is false; it can be taken back. */
  endsAsFalse: boolean
}

/** How it ended, with a word about it; `isNext` when that is what comes next. */
export function ClosingForm({ answer, isNext, updates, endsAsFalse }: Props) {
  const own = answer?.intent === 'resolved' ? answer : undefined
  return (
    <>
      {endsAsFalse ? <EndsAsFalse /> : null}
      <Form
        action="?#top"
        refusal={own?.refusal}
        values={own?.values}
        className="grid grid-cols-1 gap-3 border-line border-t pt-5"
      >
        <input type="hidden" name="press" value={lastPressIn(updates)} />
        <TextArea name="note" label="Hur slutade det?" optional rows={2} />
        <SubmitButton
          name="intent"
          value="resolved"
          variant={isNext ? 'primary' : 'secondary'}
          busyText="Avslutar..."
          size="large"
        >
          Avslutat
        </SubmitButton>
      </Form>
      {endsAsFalse ? null : <FalseForm answer={answer} updates={updates} />}
    </>
  )
}

/** Folded, so that nobody presses it for the button above; open when it was sent without a reason. */
function FalseForm({ answer, updates }: Pick<Props, 'answer' | 'updates'>) {
  const own = answer?.intent === 'false_alarm' ? answer : undefined
  return (
    <details open={own !== undefined} className="border-line border-t pt-3">
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">Falskt larm</summary>
      <Form action="?#top" refusal={own?.refusal} values={own?.values} className="grid grid-cols-1 gap-3">
        <input type="hidden" name="press" value={lastPressIn(updates)} />
        <SelectField
          name="reason"
          label="Varför är det falskt?"
          placeholder="Välj"
          options={optionsOf(falseReasons)}
          hint="Du kan ångra dig i en minut. Först därefter får den som larmade veta det."
        />
        <SubmitButton name="intent" value="false_alarm" variant="secondary" busyText="Säger till...">
          Avsluta som falskt larm
        </SubmitButton>
      </Form>
    </details>
  )
}

/** Of all that is said of an alarm the one thing that can be unsaid, so it stands where it cannot be missed. */
function EndsAsFalse() {
  return (
    <div role="status" className="grid grid-cols-1 gap-3 rounded-card border-2 border-lamp p-4">
      <p className="font-semibold">
        Larmet avslutas som falskt larm inom en minut. Den som larmade har inte fått veta det än.
      </p>
      <Deed intent="not_false" words="Ångra" busy="Ångrar..." variant="primary" />
    </div>
  )
}
