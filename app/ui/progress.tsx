import { useId } from 'react'

type Props = {
  value: number
  max: number
  label: string /** The value in words, if "3 av 5" says too little. */
  text?: string
}

/** A progress bar with its value in words. */
export function Progress({ value, max, label, text }: Props) {
  const id = useId()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <span className="tabular text-soft">{text ?? `${value} av ${max}`}</span>
      </div>
      <progress id={id} value={value} max={max} className="progress">
        {text ?? `${value} av ${max}`}
      </progress>
    </div>
  )
}
