import type { ReactNode } from 'react'
import type { TakerAnswer } from '../answer/pages/taker-deeds.server'

type Props = { answer: TakerAnswer | undefined; className?: string; children?: ReactNode }

/**
 * Why something that was pressed about an alarm did not happen. `children`: a way on from there. What is wrong with a
 * field is said by the form that has it.
 */
export function Refused({ answer, className = '', children }: Props) {
  if (!answer?.refusal || Object.keys(answer.refusal.fields).length > 0) return null
  return (
    <p role="alert" className={`rounded-control border-2 border-alarm-text px-4 py-3 font-semibold ${className}`}>
      {answer.refusal.title}. {answer.refusal.message} {children}
    </p>
  )
}
