import { expect } from 'vitest'
import { type DeadEnd, isDeadEnd, type Outcome, type Refusal } from '~/shared/outcome'

/** The value of a successful outcome; throws if it was a refusal. */
export function valueFrom<Value>(outcome: Outcome<Value> | DeadEnd): Value {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome)}`)
  return outcome.value
}

/** The refusal; fails if the outcome was a success. */
export function refusalFrom(outcome: Outcome<unknown> | DeadEnd): Refusal {
  expect(outcome).toMatchObject({ ok: false, title: expect.any(String) })
  return outcome as Refusal
}

/** The result of a read; throws if it is missing. */
export function found<Result>(result: Result): Exclude<NonNullable<Result>, DeadEnd> {
  if (result === null || result === undefined || isDeadEnd(result))
    throw new Error(`Nothing: ${JSON.stringify(result)}`)
  return result as Exclude<NonNullable<Result>, DeadEnd>
}
