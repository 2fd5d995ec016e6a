import { TextArea } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import { lastPressIn, type Update } from '../../history/alarm-views'

type Props = {
  answer: TakerAnswer | undefined
  isNext: boolean
  /** What is shown of what the member has added: what came after it must not be closed away unseen. */
  updates: readonly Update[]
}

/** How it ended, with a word about it; `isNext` when that is what comes next. Two buttons of one form, so that the note goes with either. */
export function ClosingForm({ answer, isNext, updates }: Props) {
  const own = answer?.intent === 'resolved' || answer?.intent === 'false_alarm' ? answer : undefined
  return (
    <Form
      action="?#top"
      refusal={own?.refusal}
      values={own?.values}
      className="grid grid-cols-1 gap-3 border-line border-t pt-5"
    >
      <input type="hidden" name="press" value={lastPressIn(updates)} />
      <TextArea name="note" label="Hur slutade det?" optional rows={2} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SubmitButton
          name="intent"
          value="resolved"
          variant={isNext ? 'primary' : 'secondary'}
          busyText="Avslutar..."
          size="large"
        >
          Avslutat
        </SubmitButton>
        <SubmitButton name="intent" value="false_alarm" variant="secondary" busyText="Avslutar..." size="large">
          Falskt larm
        </SubmitButton>
      </div>
    </Form>
  )
}
