/**
 * What stands in an address, read without the library of schemas: pages do so in the browser too, and it would be a quarter of all
 * that they load. Nonsense is as if it were not there.
 */

/** What the ids of rows look like, for a pattern that has one as a part. In small letters, as the database writes them. */
export const idPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** What no id can look like is not asked of the database, which would call it a fault. */
export const isId = (text: unknown): text is string => typeof text === 'string' && id.test(text)
const id = new RegExp(`^${idPattern}$`, 'i')

/** 32 signs of hex as an id is written. */
export const idOfHex = (hex: string) => hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const askedId = (text: string | null): string | null => (isId(text) ? text : null)

/** "2026-11-20", of our time: PostgreSQL knows no year 0, and nobody means one. The 31st of November is none. */
export function isDay(text: unknown): text is string {
  if (typeof text !== 'string' || !/^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text)) return false
  const midnight = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(text)
}

export const askedDay = (text: string | null): string | null => (isDay(text) ? text : null)
