import pg from 'pg'

/** The SQLSTATE of an error that PostgreSQL sent; null for any other error. */
const stateOf = (error: unknown): string | null => (error instanceof pg.DatabaseError ? (error.code ?? null) : null)

/**
 * A fault in the data themselves (data exception, constraint violation, cardinality violation, value too long for an
 * index): a retry fails again. In a batch one row is at fault, and the others should not wait for it.
 */
export function isDataFault(error: unknown): boolean {
  return /^(21|22|23|54)/.test(stateOf(error) ?? '')
}

/**
 * SQLSTATE classes of transient faults: connection, resources (disk full), locks and deadlocks, ended by an operator or
 * a timeout, I/O.
 */
const faultStates = /^(08|53|55P03|40|57|58|25P0[23]|25006|F0|XX)/
const faultCodes = /^(ECONN|EPIPE|ENOTFOUND|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_)/
const faultWords = /connection terminated|timeout exceeded when trying to connect|timeout expired|not queryable/i

/** A database fault behind a library that hides the cause. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

/** A transient fault: the database is away, full, locked or silent. The query is correct, and a retry may succeed. */
export function isDatabaseFault(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  const state = stateOf(error)
  if (state !== null) return faultStates.test(state)
  if (!(error instanceof Error)) return false
  const { code, syscall } = error as NodeJS.ErrnoException
  // File errors use the same codes. `syscall` tells them apart: a network error connects, reads, writes or resolves.
  if (code !== undefined && /^(connect|read|write|getaddrinfo)$/.test(syscall ?? '')) return faultCodes.test(code)
  return faultWords.test(error.message)
}

/** SQLSTATE classes of faults that every other query has too: no connection, too many of them, no primary, shut down. */
const awayStates = /^(08|53300|57P|25006)/

/** The database answers nothing at all, unlike a fault of one query, such as a deadlock or a timeout of its own. */
export function isDatabaseAway(error: unknown): boolean {
  const state = stateOf(error)
  return isDatabaseFault(error) && (state === null || awayStates.test(state))
}

/** The constraint that a refused write violated, or null for any other error. */
export function brokenConstraint(error: unknown): string | null {
  const integrityViolation = '23'
  return error instanceof pg.DatabaseError && error.code?.startsWith(integrityViolation)
    ? (error.constraint ?? null)
    : null
}

/** This transaction was chosen as the deadlock victim, so that the other could go on. */
export const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

/** Waited for a lock longer than `lock_timeout`. The statement and its transaction have done nothing. */
export const isLockTimeout = (error: unknown) => (error as { code?: string }).code === '55P03'
