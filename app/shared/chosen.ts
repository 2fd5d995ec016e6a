/**
 * Whether a word from outside is a name in a table of ours. Every object has a `constructor` and a `toString` that no
 * table of ours meant: only what the table itself holds counts.
 */
export function isNameIn<Table extends object>(table: Table, word: unknown): word is keyof Table & string {
  return typeof word === 'string' && Object.hasOwn(table, word)
}

/** The names in a table, typed: what `Object.keys` returns of a table that is not added to. */
export function namesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

/** What a word from outside stands for in a table of ours, if anything. */
export function chosen<Table extends object>(table: Table, word: unknown): Table[keyof Table] | undefined {
  return isNameIn(table, word) ? table[word] : undefined
}
