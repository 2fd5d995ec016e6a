import type { ReactNode } from 'react'
import type { TakerAnswer } from '../answer/pages/taker-deeds.server'

type Props = {
  answer: TakerAnswer | undefined
  /** Forms on the page that say their own refusals (`formsShown`). */
  saidBelow?: readonly string[]
  className?: string
  children?: ReactNode
}

/**
 * Why something that was pressed about an alarm did not happen. `children`: a way on from there. What is wrong
 * with a field is said by the form that has it, and a form on the page says its own.
 */
export function Refused({ answer, saidBelow, className = '', children }: Props) {
  if (!answer?.refusal || Object.keys(answer.refusal.fields).length > 0) return null
  if (saidBelow?.includes(answer.intent)) return null
  return (
    <p role="alert" className={`rounded-control border-2 border-alarm-text px-4 py-3 font-semibold ${className}`}>
      {answer.refusal.title}. {answer.refusal.message} {children}
    </p>
  )
}
