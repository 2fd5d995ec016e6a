/**
 * Validation of values from the address without zod: pages use these in the browser too, where zod would be a quarter
 * of all they load. An invalid value counts as missing.
 */

/** The pattern of a row's id (UUID), for use inside other patterns. Lower case, as the database writes it. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Checked before a query: PostgreSQL raises an error for a malformed UUID. */
export const isId = (text: unknown): text is string => typeof text === 'string' && id.test(text)
const id = new RegExp(`^${idPattern}$`, 'i')

/** Formats 32 hex digits as a UUID. */
export const idOfHex = (hex: string) => hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const askedId = (text: string | null): string | null => (isId(text) ? text : null)

/**
 * A valid date such as "2026-11-20", in 1900 to 2199 (PostgreSQL has no year 0). Refuses days that do not exist, such
 * as the 31st of November.
 */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export const askedDay = (text: string | null): string | null => (isDay(text) ? text : null)
