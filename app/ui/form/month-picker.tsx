import { type ReactNode, useRef, useState } from 'react'
import { GroupFrame } from './field-frame'
import { useField } from './form'
import { monthName } from './month-name'

export type Month = {
  /** "2026-08", or its first day, "2026-08-01". */
  value: string
  /** Why it cannot be chosen: "Bokad". */
  taken?: string
  /** Of a month that has begun, in place of its year: "9 dagar kvar". */
  left?: string
}

type Props = {
  name: string
  legend: ReactNode
  hint?: ReactNode
  months: readonly Month[]
  /** More than one gives checkboxes, so that a month can be unchosen. */
  max?: number
  /** Shown when more than `max` are chosen; the server says the same. */
  tooMany?: string
  defaultValue?: readonly string[]
  className?: string
}

/**
 * The coming year with a card for each month. Submits one value per chosen month under the same name. On a plain page
 * this component does not run; the script that follows the choice finds it by `data-most`
 * (sponsorship/apply/parts/follow-months.ts).
 */
export function MonthPicker(props: Props) {
  const { name, legend, hint, months, max = 1, tooMany, defaultValue = [], className } = props
  const form = useField(name)
  const group = useRef<HTMLDivElement>(null)
  const [excess, setExcess] = useState(false)
  const field = { ...form, message: excess ? tooMany : form.message }
  const chosen = form.kept === undefined ? defaultValue : form.kept.split(',')
  const first = months.findIndex((month) => !month.taken)

  function choose(box: HTMLInputElement) {
    const over = countIn(group.current) > max
    if (over) box.checked = false
    setExcess(over)
  }

  return (
    <GroupFrame {...{ legend, hint, field, className }}>
      <div
        ref={group}
        data-most={max}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9.25rem,100%),1fr))] gap-2"
      >
        {months.map(({ value, taken, left }, index) => {
          const { month, year } = monthName(value)
          return (
            <label key={value} className="choice flex min-h-16 items-center gap-2.5 px-2.5 py-2.5">
              <input
                type={max > 1 ? 'checkbox' : 'radio'}
                id={index === first ? field.id : undefined}
                name={name}
                value={value}
                defaultChecked={chosen.includes(value)}
                disabled={taken !== undefined}
                aria-invalid={field.message ? true : undefined}
                onChange={(event) => choose(event.currentTarget)}
                className="tick"
              />
              <span className="min-w-0 leading-snug hyphens-manual">
                <span className={`block font-semibold ${taken ? 'text-soft line-through' : ''}`}>
                  {withSoftHyphen(month)}
                </span>
                <span className="tabular block text-small text-soft">{taken ?? left ?? year}</span>
              </span>
            </label>
          )
        })}
      </div>
    </GroupFrame>
  )
}

/**
 * A soft hyphen, for large text on a narrow phone: a browser without Swedish hyphenation would put the last letter on a
 * line of its own.
 */
const withSoftHyphen = (month: string) => month.replace(/(?=ber$)/, '\u00ad')

function countIn(group: HTMLElement | null): number {
  return [...(group?.querySelectorAll('input') ?? [])].filter((box) => box.checked).length
}
