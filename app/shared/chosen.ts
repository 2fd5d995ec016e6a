/**
 * What a word from outside stands for in a table of ours, if anything. Every object has a `constructor` and a `toString`
 * that no table of ours meant: only what the table itself holds can be chosen.
 */
export function chosen<Table extends object>(table: Table, word: string | undefined): Table[keyof Table] | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word as keyof Table] : undefined
}
