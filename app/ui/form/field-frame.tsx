import type { ReactNode } from 'react'
import { Icon } from '../marks/icon'
import type { FieldState } from './form'

export type FieldTexts = {
  label: ReactNode
  hint?: ReactNode
  /** Shows "(frivilligt)" after the label. Most fields are required, so only optional ones are marked. */
  optional?: boolean
}

/** Ties a control to its hint and its error message (aria-describedby). */
export function describedBy(field: FieldState, hint: ReactNode) {
  const ids = [hint ? field.hintId : '', field.message ? field.messageId : ''].filter(Boolean).join(' ')
  return {
    'aria-describedby': ids || undefined,
    'aria-invalid': field.message ? true : undefined,
  } as const
}

type FrameProps = FieldTexts & { field: FieldState; className?: string; children: ReactNode }

/** Label, hint, control and error message, in this order. */
export function FieldFrame({ field, label, hint, optional, className = '', children }: FrameProps) {
  return (
    <div className={`grid gap-1.5 ${className}`}>
      <label htmlFor={field.id} className="font-semibold">
        {label} {optional ? <OptionalMark /> : null}
      </label>
      <Hint field={field}>{hint}</Hint>
      {children}
      <FieldMessage field={field} />
    </div>
  )
}

type GroupProps = {
  legend: ReactNode
  hint?: ReactNode
  field: FieldState
  className?: string
  children: ReactNode
}

/** As `FieldFrame`, for a group of choices under one question. */
export function GroupFrame({ legend, hint, field, className = '', children }: GroupProps) {
  const { 'aria-describedby': described } = describedBy(field, hint)
  return (
    <fieldset aria-describedby={described} className={`min-w-0 ${className}`}>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1.5 grid grid-cols-1 gap-1.5">
        <Hint field={field}>{hint}</Hint>
        {children}
        <FieldMessage field={field} />
      </div>
    </fieldset>
  )
}

function Hint({ field, children }: { field: FieldState; children: ReactNode }) {
  if (!children) return null
  return (
    <p id={field.hintId} className="text-small text-soft has-[>span:empty]:hidden">
      {children}
    </p>
  )
}

export function FieldMessage({ field }: { field: FieldState }) {
  if (!field.message) return null
  return (
    <p id={field.messageId} className="flex items-start gap-2 font-semibold text-alarm-text">
      <Icon name="warning" className="mt-[0.2em]" />
      <span className="min-w-0">{field.message}</span>
    </p>
  )
}

function OptionalMark() {
  return <span className="font-normal text-soft">(frivilligt)</span>
}
