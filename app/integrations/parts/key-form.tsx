import { FreshLogin } from '~/accounts/public'
import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { formatPostcode } from '~/postcodes/public'
import { namesOf } from '~/shared/chosen'
import { Checkbox, Fieldset, SelectField, TextField } from '~/ui/form/field'
import { apiDeeds, keyDays } from '../keys/api-deeds'

type Props = {
  id: string
  postcodes: readonly { code: string; isOwn: boolean }[]
  isFresh: boolean
  answer: FormAnswer | undefined
}

const lengths = Object.entries(keyDays).map(([value, label]) => ({ value, label }))

/** The form for a new key. Every deed is ticked except closing an alarm, which cannot be undone. */
export function KeyForm({ id, postcodes, isFresh, answer }: Props) {
  return (
    <details open={answer?.intent === 'make-key' || undefined} className="border-line border-t pt-3">
      <summary className="min-h-12 cursor-pointer py-3 font-semibold">Skapa en nyckel</summary>
      <IntentForm
        intent="make-key"
        section="nycklar"
        answer={answer}
        hidden={{ id }}
        submit={{ children: 'Skapa nyckeln', busyText: 'Skapar...', icon: 'key' }}
        className="mt-3"
      >
        <div className="grid grid-cols-1 gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              name="name"
              label="Vad systemet heter"
              hint="Den som larmade ser namnet när systemet tar ett larm."
              autoComplete="off"
              maxLength={40}
              required
            />
            <SelectField name="days" label="Gäller i" options={lengths} defaultValue="365" />
          </div>
          <Fieldset legend="Vad den får göra">
            {namesOf(apiDeeds).map((deed) => (
              <Checkbox key={deed} name={`may-${deed}`} label={apiDeeds[deed]} defaultChecked={deed !== 'close'} />
            ))}
          </Fieldset>
          <Fieldset legend="Var">
            {postcodes.map(({ code, isOwn }) => (
              <Checkbox
                key={code}
                name={`in-${code}`}
                label={formatPostcode(code)}
                hint={isOwn ? undefined : 'Grannkvarter, när ett larm går ut dit också'}
                defaultChecked
              />
            ))}
          </Fieldset>
          <FreshLogin isFresh={isFresh} />
        </div>
      </IntentForm>
    </details>
  )
}
