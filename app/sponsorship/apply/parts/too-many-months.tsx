import { FieldMessage } from '~/ui/form/field-frame'
import { useField } from '~/ui/form/form'
import { messages } from '../application'

/** What is said of one month more than may be, for whoever has somebody to say it before the form is sent (follow-months.ts). */
export function TooManyMonths({ name }: { name: string }) {
  const field = useField(name)
  return (
    <template data-too-many>
      <FieldMessage field={{ ...field, message: messages.tooMany }} />
    </template>
  )
}
