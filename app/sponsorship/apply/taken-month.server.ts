import { brokenConstraint } from '~/platform/database/errors.server'
import { type Refusal, refused } from '~/shared/outcome'
import { applicationFailed, messages } from './application'

/** The field of each form that a taken month is said at, by the index that found it taken. */
const fieldOf: Record<string, string> = {
  sponsor_slots_one_live: 'month',
  season_slots_one_live: 'months',
}

/** The refusal of a month that somebody, or another tab, was quicker to book. Every other error is thrown on. */
export function refusedAsTaken(error: unknown): Refusal {
  const field = fieldOf[brokenConstraint(error) ?? '']
  if (field === undefined) throw error
  return refused(applicationFailed, { fields: { [field]: messages.taken } })
}
