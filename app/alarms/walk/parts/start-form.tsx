import type { FormAnswer } from '~/door/parts/intent-form'
import { Checkbox, TextField } from '~/ui/form/field'
import { GroupFrame } from '~/ui/form/field-frame'
import { Form, useField } from '~/ui/form/form'
import { useHydrated } from '~/ui/form/hydrated'
import { SubmitButton } from '~/ui/form/submit-button'
import { minuteChoices } from '../walk'

type Props = { formKey: string; answer: FormAnswer | undefined }

/** Form for when the member will be home: a preset number of minutes, or a time. */
export function StartForm({ formKey, answer }: Props) {
  const own = answer?.intent === 'start' ? answer : undefined
  const hydrated = useHydrated()
  return (
    <>
      <p className="text-lead text-soft">
        Säg när du är hemma. Har du inte tryckt ”Hemma” då frågar vi dig, och svarar du inte larmar vi, också om
        telefonen är avstängd.
      </p>
      <Form action="?#top" refusal={own?.refusal} values={own?.values}>
        <input type="hidden" name="key" value={formKey} />
        <MinuteChips />
        <TextField
          name="clock"
          type="time"
          label="Eller ett klockslag"
          optional
          hint="Skriver du ett klockslag gäller det."
          className="max-w-60"
        />
        {hydrated ? (
          <Checkbox
            name="position"
            label={<span className="font-semibold">Skicka var jag är på vägen</span>}
            hint="Frivilligt, medan sidan är öppen. Bara det senaste sparas, till larmet om det går. Kommer du hem glöms det direkt."
          />
        ) : null}
        <noscript>
          <p className="rounded-control bg-mist px-4 py-3">
            Utan JavaScript kan telefonen inte skicka var du är. Larmet går ändå, utan plats.
          </p>
        </noscript>
        <SubmitButton
          name="intent"
          value="start"
          size="large"
          busyText="Startar..."
          className="min-h-16 w-full text-h4"
        >
          Följ mig hem
        </SubmitButton>
      </Form>
    </>
  )
}

function MinuteChips() {
  const field = useField('minutes')
  const chosen = field.sent ? field.kept : '30'
  return (
    <GroupFrame legend="Hemma om" field={field}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-3">
        {minuteChoices.map((minutes, index) => (
          <label key={minutes} className="choice flex min-h-14 items-center gap-2.5 px-3 py-2.5">
            <input
              type="radio"
              id={index === 0 ? field.id : undefined}
              name="minutes"
              value={minutes}
              defaultChecked={chosen === String(minutes)}
              className="tick"
            />
            <span className="font-semibold">{minutes} min</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
