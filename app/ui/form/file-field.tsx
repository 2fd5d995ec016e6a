import { describedBy, FieldFrame, type FieldTexts } from './field-frame'
import { useField } from './form'

type Props = Omit<FieldTexts, 'optional'> & {
  name: string /** Only a hint to the browser; the server validates the file. */
  accept?: string
}

/** A file upload. Browsers do not keep the file after a refusal, so it must be chosen again. */
export function FileField({ name, label, hint, accept }: Props) {
  const field = useField(name)
  return (
    <FieldFrame field={field} label={label} hint={hint}>
      <div className="control">
        <input
          {...describedBy(field, hint)}
          type="file"
          id={field.id}
          name={name}
          accept={accept}
          className="w-full min-w-0 p-1.5 text-small file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-[7px] file:border-0 file:bg-mist file:px-4 file:font-semibold file:text-ink"
        />
      </div>
    </FieldFrame>
  )
}
