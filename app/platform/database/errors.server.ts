import pg from 'pg'

/** The constraint that a refused write ran into, or null when the error is something else. */
export function brokenConstraint(error: unknown): string | null {
  const integrityViolation = '23'
  return error instanceof pg.DatabaseError && error.code?.startsWith(integrityViolation)
    ? (error.constraint ?? null)
    : null
}
