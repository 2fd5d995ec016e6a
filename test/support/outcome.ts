import { expect } from 'vitest'
import { type DeadEnd, isDeadEnd, type Outcome, type Refusal } from '~/shared/outcome'

/** What was answered, when the answer should be yes; otherwise the test ends with what it said. */
export function valueFrom<Value>(outcome: Outcome<Value> | DeadEnd): Value {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome)}`)
  return outcome.value
}

/** The refusal, when the answer should be no. */
export function refusalFrom(outcome: Outcome<unknown> | DeadEnd): Refusal {
  expect(outcome).toMatchObject({ ok: false, title: expect.any(String) })
  return outcome as Refusal
}

/** What was read, when it should be there. */
export function found<Result>(result: Result): Exclude<NonNullable<Result>, DeadEnd> {
  if (result === null || result === undefined || isDeadEnd(result))
    throw new Error(`Nothing: ${JSON.stringify(result)}`)
  return result as Exclude<NonNullable<Result>, DeadEnd>
}
