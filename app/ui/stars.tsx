import type { ReactNode } from 'react'
import { GroupFrame } from './form/field-frame'
import { useField } from './form/form'
import { Icon } from './marks/icon'

const five = [1, 2, 3, 4, 5] as const

/** A rating out of five. */
export function Stars({ value, className = '' }: { value: number; className?: string }) {
  return (
    <span className={`inline-flex gap-0.5 ${className}`} role="img" aria-label={`${value} av 5`}>
      {five.map((star) => (
        <Icon key={star} name="star" className={`size-5 ${star <= value ? 'fill-lamp text-lamp-ink' : 'text-edge'}`} />
      ))}
    </span>
  )
}

type StarFieldProps = {
  name: string
  legend: ReactNode
  hint?: ReactNode
  /** What each number of stars means. */
  words: Record<1 | 2 | 3 | 4 | 5, string>
  defaultValue?: number
  className?: string
}

/** A rating from one to five as radio buttons: by touch, arrow keys, and without JavaScript. */
export function StarField({ name, legend, hint, words, defaultValue, className }: StarFieldProps) {
  const field = useField(name)
  const chosen = field.sent ? field.kept : defaultValue?.toString()
  return (
    <GroupFrame {...{ legend, hint, field, className }}>
      <div className="star-field">
        {five.map((star) => (
          <label key={star}>
            <input
              type="radio"
              // The first radio button is the target of the error summary's link.
              id={star === 1 ? field.id : undefined}
              name={name}
              value={star}
              defaultChecked={chosen === String(star)}
              aria-invalid={field.message ? true : undefined}
              className="sr-only"
            />
            <Icon name="star" className="size-9" />
            <span className="text-small leading-tight">
              <span className="sr-only">{star} av 5: </span>
              {words[star]}
            </span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
