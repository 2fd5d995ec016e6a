import { type ComponentProps, type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../marks/icon'
import { describedBy, FieldFrame, type FieldTexts } from './field-frame'
import { useField } from './form'

export { Checkbox, ChoiceCards } from './choice'

type Named = FieldTexts & { name: string; className?: string }

// On narrow screens with large text, the padding gives way to what is typed.
const beside = 'px-[min(1rem,5vw)]'
const writing = `w-full min-w-0 bg-transparent py-2.5 text-body ${beside}`

type TextFieldProps = Named &
  Omit<ComponentProps<'input'>, 'prefix' | 'id' | 'className' | 'name' | 'children'> & {
    /** Shown inside the frame, before and after the input: "kr", a search icon. */
    prefix?: ReactNode
    suffix?: ReactNode
  }

export function TextField({ name, label, hint, optional, className, prefix, suffix, ...input }: TextFieldProps) {
  const field = useField(name)
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <div className="control flex-wrap">
        {prefix ? <span className="pl-[min(1rem,5vw)] text-soft">{prefix}</span> : null}
        <input
          type="text"
          {...input}
          {...describedBy(field, hint)}
          id={field.id}
          name={name}
          defaultValue={field.kept ?? input.defaultValue}
          className={`${writing} flex-1 basis-[min(6rem,30vw)] ${suffix ? 'pr-0' : ''}`}
        />
        {suffix ? <span className={`${beside} text-soft`}>{suffix}</span> : null}
      </div>
    </FieldFrame>
  )
}

type PasswordFieldProps = Named & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className' | 'name'>

/**
 * A password field. Never prefilled by us, so after a refusal for another reason it says to type the password again.
 * With scripts the text can be revealed: by React, or on a plain page by improve/eyes.ts.
 */
export function PasswordField({ name, label, hint: asked, optional, className, ...input }: PasswordFieldProps) {
  const field = useField(name)
  const again = field.sent && !field.message ? 'Skriv lösenordet igen.' : ''
  const hint = again && asked ? `${again} ${asked}` : again || asked
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <div className="control">
        <input
          {...input}
          {...describedBy(field, hint)}
          id={field.id}
          name={name}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={writing}
        />
        <button
          type="button"
          data-eye
          aria-controls={field.id}
          aria-pressed={shown}
          aria-label="Visa lösenord"
          onClick={() => setShown(!shown)}
          className="group grid size-[min(3rem,15vw)] shrink-0 place-content-center rounded-control text-soft hover:text-ink noscript:hidden"
        >
          <Icon name="eye" className="size-6 group-aria-pressed:hidden" />
          <Icon name="eye-off" className="hidden size-6 group-aria-pressed:block" />
        </button>
      </div>
    </FieldFrame>
  )
}

/**
 * Has no `maxLength`: a browser cuts what is pasted without saying so. The server says how long it may be, and the form
 * keeps what was written.
 */
type TextAreaProps = Named & Omit<ComponentProps<'textarea'>, 'id' | 'className' | 'name' | 'maxLength'>

export function TextArea({ name, label, hint, optional, className, rows = 4, ...textarea }: TextAreaProps) {
  const field = useField(name)
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <div className="control">
        <textarea
          {...textarea}
          {...describedBy(field, hint)}
          id={field.id}
          name={name}
          rows={rows}
          defaultValue={field.kept ?? textarea.defaultValue}
          style={{ '--rows': rows } as CSSProperties}
          className={`${writing} field-sizing-content max-h-[60vh] min-h-[calc(var(--rows)*1.55em+1.25rem)] resize-y`}
        />
      </div>
    </FieldFrame>
  )
}

type SelectFieldProps = Named &
  Omit<ComponentProps<'select'>, 'id' | 'className' | 'name' | 'children'> & {
    options: readonly { value: string; label: string }[]
    /** A first option that is no answer: "Välj kategori". */
    placeholder?: string
  }

export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, optional, className, options, placeholder, ...select } = props
  const field = useField(name)
  const standing = field.kept ?? select.defaultValue ?? (placeholder ? '' : undefined)
  const own = useRef<HTMLSelectElement>(null)
  // Keeps the default option in step, for form.reset(): React updates the default value of an input, but not of a
  // select.
  useEffect(() => {
    if (standing === undefined) return
    for (const option of own.current?.options ?? []) option.defaultSelected = option.value === String(standing)
  }, [standing])
  return (
    <FieldFrame {...{ field, label, hint, optional, className }}>
      <div className="control relative">
        <select
          {...select}
          {...describedBy(field, hint)}
          ref={own}
          id={field.id}
          name={name}
          defaultValue={standing}
          className={`${writing} min-h-[calc(3rem-3px)] cursor-pointer appearance-none rounded-control pr-[min(3rem,13vw)] [&>option]:bg-surface [&>option]:text-ink`}
        >
          {placeholder ? <option value="">{placeholder}</option> : null}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" className="pointer-events-none absolute right-[min(1rem,4.2vw)] text-soft" />
      </div>
    </FieldFrame>
  )
}

type FieldsetProps = { legend: ReactNode; hint?: ReactNode; className?: string; children: ReactNode }

/** A group of fields under a heading. */
export function Fieldset({ legend, hint, className = '', children }: FieldsetProps) {
  return (
    <fieldset className={`min-w-0 ${className}`}>
      <legend className="text-h4">{legend}</legend>
      {hint ? <p className="mt-1 text-soft">{hint}</p> : null}
      <div className="mt-4 grid gap-6">{children}</div>
    </fieldset>
  )
}
