import { SelectField } from '~/ui/form/field'
import { Form } from '~/ui/form/form'
import { SubmitButton } from '~/ui/form/submit-button'
import type { TakerAnswer } from '../../answer/pages/taker-deeds.server'
import { declineReasons } from '../../answer/sayings/decline'
import { optionsOf } from './options'

/** Collapsed, so that it is not pressed instead of the button above; open if it was sent without a reason. */
export function DeclineForm({ answer }: { answer: TakerAnswer | undefined }) {
  const own = answer?.intent === 'decline' ? answer : undefined
  return (
    <details open={own !== undefined} className="border-line border-t pt-3">
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">Kan inte komma</summary>
      <Form action="?#top" refusal={own?.refusal} values={own?.values} className="grid grid-cols-1 gap-3">
        <SelectField name="reason" label="Varför?" placeholder="Välj" options={optionsOf(declineReasons)} />
        <SubmitButton name="intent" value="decline" variant="secondary" busyText="Säger till...">
          Säg att du inte kommer
        </SubmitButton>
      </Form>
    </details>
  )
}
