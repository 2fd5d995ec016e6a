import { FieldMessage } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { messages } from '../application'

/** A template of the error message for too many months, which follow-months.ts shows before the form is sent. */
export function TooManyMonths({ name }: { name: string }) {
  const field = useField(name)
  return (
    <template data-too-many>
      <FieldMessage field={{ ...field, message: messages.tooMany }} />
    </template>
  )
}
