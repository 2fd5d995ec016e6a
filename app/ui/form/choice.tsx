import type { ReactNode } from 'react'
import { breakable } from '../breakable'
import { describedBy, FieldMessage, GroupFrame } from './field-frame'
import { useField } from './form'

type CheckboxProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  value?: string
  defaultChecked?: boolean
  required?: boolean
  disabled?: boolean
  className?: string
}

export function Checkbox({ name, label, hint, value = 'on', defaultChecked, className = '', ...input }: CheckboxProps) {
  const field = useField(name)
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={field.id} className="flex min-h-12 items-start gap-3 py-2.5">
        <input
          {...input}
          {...describedBy(field, hint)}
          type="checkbox"
          id={field.id}
          name={name}
          value={value}
          defaultChecked={field.sent ? field.kept === value : defaultChecked}
          className="tick mt-0.5"
        />
        <span className="min-w-0">
          {label}
          {hint ? (
            <span id={field.hintId} className="block text-small text-soft">
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      <FieldMessage field={field} />
    </div>
  )
}

export type Choice = {
  value: string
  title: ReactNode
  description?: ReactNode
  /** Shown at the end of the title's line: a price, "Populärast". */
  note?: ReactNode
  disabled?: boolean
}

type ChoiceCardsProps = {
  name: string
  legend: ReactNode
  hint?: ReactNode
  options: readonly Choice[]
  defaultValue?: string
  onChange?: (value: string) => void
  /** The number of cards side by side where there is room. */
  columns?: 1 | 2 | 3
  className?: string
}

/** A single column also needs grid-cols-1, so that long words cannot make it wider than the page. */
const columnsOf = {
  1: 'grid-cols-1',
  2: 'grid-cols-1 sm:grid-cols-2',
  3: 'grid-cols-1 sm:grid-cols-2 lg:grid-cols-3',
} as const

/** Radio buttons as cards, each with room for an explanation. */
export function ChoiceCards(props: ChoiceCardsProps) {
  const { name, legend, hint, options, defaultValue, onChange, columns = 1, className } = props
  const field = useField(name)
  const chosen = field.sent ? field.kept : (field.kept ?? defaultValue)
  return (
    <GroupFrame {...{ legend, hint, field, className }}>
      <div className={`grid gap-3 ${columnsOf[columns]}`}>
        {options.map((option, index) => (
          <label key={option.value} className="choice flex min-h-12 gap-3 p-[min(1rem,5vw)]">
            <input
              type="radio"
              // The first radio button is the target of the error summary's link.
              id={index === 0 ? field.id : undefined}
              name={name}
              value={option.value}
              defaultChecked={chosen === option.value}
              disabled={option.disabled}
              aria-invalid={field.message ? true : undefined}
              onChange={onChange ? () => onChange(option.value) : undefined}
              className="tick mt-px"
            />
            <span className="min-w-0 grow">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-semibold">{breakable(option.title)}</span>
                {option.note ? <span className="text-small font-semibold text-lamp-ink">{option.note}</span> : null}
              </span>
              {option.description ? <span className="mt-0.5 block text-soft">{option.description}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
