import pg from 'pg'

/** The SQLSTATE of what PostgreSQL refused; null when it was not PostgreSQL that said no. */
const stateOf = (error: unknown): string | null => (error instanceof pg.DatabaseError ? (error.code ?? null) : null)

/**
 * What is wrong is in the rows themselves (data exception, constraint, one row twice, too long for an index): the same
 * again fails again, however long one waits. Of a batch it is one row's fault, and the others must not wait for it.
 */
export function isDataFault(error: unknown): boolean {
  return /^(21|22|23|54)/.test(stateOf(error) ?? '')
}

/** Connection, resources (a full disk), locks and deadlocks, ended by an operator or a limit, input and output. */
const faultStates = /^(08|53|55P03|40|57|58|25P0[23]|25006|F0|XX)/
const faultCodes = /^(ECONN|EPIPE|ENOTFOUND|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_)/
const faultWords = /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/i

/** For what asks the database through a library that hides why it could not. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** The database is away, full, locked or silent: nothing is wrong with what was asked, and it may be better in a moment. */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  const state = stateOf(error)
  if (state !== null) return faultStates.test(state)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // Files have errors of their own by the same names; those of a line say that they connect, read or write.
  if (code !== undefined && /^(connect|read|write|getaddrinfo)$/.test(syscall ?? '')) return faultCodes.test(code)
  return faultWords.test(error.message)
}

/** The constraint that a refused write ran into, or null when the error is something else. */
export function brokenConstraint(error: unknown): string | null {
  const integrityViolation = '23'
  return error instanceof pg.DatabaseError && error.code?.startsWith(integrityViolation)
    ? (error.constraint ?? null)
    : null
}

/** Two waited for each other, and this one was ended so that the other could go on. */
export const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'
