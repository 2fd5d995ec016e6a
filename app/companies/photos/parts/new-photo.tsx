import { type FormAnswer, IntentForm } from '~/door/parts/intent-form'
import { TextField } from '~/ui/form/field'
import { PictureField } from '../../uploads/parts/picture-field'
import { photoRatio } from '../photo'

type Props = {
  /** The new photo's id, which makes the form idempotent. */
  id: string
  section: string
  answer: FormAnswer | undefined
}

export function NewPhoto({ id, section, answer }: Props) {
  const own = answer?.intent === 'add-photo' ? answer : undefined
  return (
    <IntentForm
      intent="add-photo"
      section={section}
      answer={own}
      encType="multipart/form-data"
      hidden={{ id: own?.values?.id ?? id }}
      submit={{ children: 'Spara bilden', busyText: 'Sparar...' }}
    >
      <PictureField ratio={photoRatio} shows="Så blir bilden" />
      <AltField />
    </IntentForm>
  )
}

export function AltField({ alt }: { alt?: string }) {
  return (
    <TextField
      name="alt"
      label="Vad visar bilden?"
      hint="För den som inte ser den. Till exempel: En nyklippt häck framför ett gult hus."
      maxLength={200}
      defaultValue={alt}
      required
    />
  )
}
