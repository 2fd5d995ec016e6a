import { brokenConstraint } from '~/platform/database/errors.server'
import { type Refusal, refused } from '~/shared/outcome'
import { applicationFailed, messages } from './application'

/** The form field for the error message, by the unique index that was violated. */
const fieldOf: Record<string, string> = {
  sponsor_slots_one_live: 'month',
  season_slots_one_live: 'months',
}

/**
 * Turns a unique violation (the month was booked meanwhile, by another company or in another tab) into a refusal.
 * Rethrows any other error.
 */
export function refusedAsTaken(error: unknown): Refusal {
  const field = fieldOf[brokenConstraint(error) ?? '']
  if (field === undefined) throw error
  return refused(applicationFailed, { fields: { [field]: messages.taken } })
}
