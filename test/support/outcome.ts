import { expect } from 'vitest'
import type { Outcome, Refusal } from '~/shared/outcome'

/** What was answered, when the answer should be yes; otherwise the test ends with what it said. */
export function valueFrom<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome)}`)
  return outcome.value
}

/** The refusal, when the answer should be no. */
export function refusalFrom(outcome: Outcome<unknown>): Refusal {
  expect(outcome).toMatchObject({ ok: false })
  return outcome as Refusal
}
