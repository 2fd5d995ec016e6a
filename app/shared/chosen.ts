/**
 * Whether untrusted input is a key of a lookup table. Checks own properties only: every object inherits `constructor`
 * and `toString`.
 */
export function isNameIn<Table extends object>(table: Table, word: unknown): word is keyof Table & string {
  return typeof word === 'string' && Object.hasOwn(table, word)
}

/** `Object.keys` with the table's key type; sound if nothing is added to the table. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

/** The value for an untrusted key in a lookup table; undefined if there is none. */
export function chosen<Table extends object>(table: Table, word: unknown): Table[keyof Table] | undefined {
  return isNameIn(table, word) ? table[word] : undefined
}
