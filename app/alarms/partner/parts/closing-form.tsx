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
  /** The updates shown. The form posts the last press, so that no newer, unseen press is closed away. */
  updates: readonly Update[]
  /** Somebody has said that the alarm is false; it can still be taken back. */
  endsAsFalse: boolean
}

/** Form that says how the alarm ended. `isNext`: closing is the expected next step, so it stands out. */
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

/** Collapsed, so that it is not pressed by mistake; open if it was sent without a reason. */
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

/** Only a false alarm can be taken back, and only within its minute, so the button stands out. */
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
