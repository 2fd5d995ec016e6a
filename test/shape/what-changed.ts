import type pg from 'pg'

/**
 * What a migration may not do while the previous release still runs beside the new one (docs/decisions/0209). Compares
 * the database's catalog before and after, instead of parsing SQL.
 */
export type Catalog = {
  tables: { id: number; name: string; file: string }[]
  columns: {
    table: number
    number: number
    name: string
    type: string
    isRequired: boolean
    /** NOT NULL as a constraint that is not validated: enforced for new rows only. */
    isUnproven: boolean
    fillsItself: boolean
  }[]
  rules: { id: number; table: number; name: string; isProven: boolean }[]
  indexes: { id: number; table: number; name: string; isUnique: boolean }[]
  /** Views, sequences and functions, which the previous release calls by name. */
  named: string[]
}

export async function readCatalog(client: Pick<pg.Client, 'query'>): Promise<Catalog> {
  const ask = async <Row>(sql: string) => (await client.query(sql)).rows as Row[]
  return {
    tables: await ask(`select oid::int as id, relname as name, pg_relation_filenode(oid)::text as file
      from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`),
    columns: await ask(`select attrelid::int as "table", attnum as number, attname as name,
        format_type(atttypid, atttypmod) as type, attnotnull as "isRequired",
        atthasdef or attidentity <> '' as "fillsItself",
        exists (select from pg_constraint where contype = 'n' and conrelid = attrelid and conkey[1] = attnum
          and not convalidated) as "isUnproven"
      from pg_attribute where attnum > 0 and not attisdropped`),
    rules: await ask(`select oid::int as id, conrelid::int as "table", conname as name, convalidated as "isProven"
      from pg_constraint where contype in ('c', 'f')`),
    indexes:
      await ask(`select indexrelid::int as id, indrelid::int as "table", relname as name, indisunique as "isUnique"
      from pg_index join pg_class on pg_class.oid = indexrelid`),
    named: (
      await ask<{ name: string }>(`select relname as name from pg_class
          where relkind in ('v', 'm', 'S') and relnamespace = 'public'::regnamespace
        union all select oid::regprocedure::text from pg_proc
          where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`)
    ).map(({ name }) => name),
  }
}

/**
 * One sentence per change that must wait for a later release or be done differently. Newly created objects are not
 * restricted.
 */
export function refusalsOf(before: Catalog, after: Catalog, { isConcurrent = false } = {}): string[] {
  const tableNow = new Map(after.tables.map((table) => [table.id, table]))
  const columnNow = new Map(after.columns.map((column) => [keyOf(column), column]))
  const columnBefore = new Map(before.columns.map((column) => [keyOf(column), column]))
  const ruleBefore = new Map(before.rules.map((rule) => [rule.id, rule]))
  const indexBefore = new Set(before.indexes.map(({ id }) => id))
  const indexNow = new Set(after.indexes.map(({ id }) => id))
  const lost = before.named.filter((name) => !after.named.includes(name))
  const ofTables = before.tables.flatMap((table) => {
    const now = tableNow.get(table.id)
    if (!now || now.name !== table.name) return [`${table.name} is gone or renamed: ${leave}`]
    const ofTable = <Thing extends { table: number }>(things: readonly Thing[]) =>
      things.filter((thing) => thing.table === table.id)
    const rewritten = now.file === table.file ? [] : [`${table.name} is written anew, and nobody can use it meanwhile`]
    const old = ofTable(before.columns).flatMap((column) => changeOf(table.name, column, columnNow.get(keyOf(column))))
    const fresh = ofTable(after.columns)
      .filter((column) => !columnBefore.has(keyOf(column)) && column.isRequired && !column.fillsItself)
      .map(
        ({ name }) =>
          `${table.name}.${name} must be filled in, and the version before does not know it: let it be null, or give it a default`,
      )
    const proved = ofTable(after.rules)
      .filter((rule) => rule.isProven && !ruleBefore.has(rule.id))
      .map(
        ({ name }) =>
          `${name} is tried on every row while nobody can write to ${table.name}: add it not valid, and validate it in the next migration`,
      )
    const built = ofTable(after.indexes)
      .filter(({ id }) => !indexBefore.has(id) && !isConcurrent)
      .map(
        ({ name }) =>
          `${name} is built while nobody can write to ${table.name}: create it concurrently if not exists, alone in its file`,
      )
    const loosened = ofTable(before.indexes)
      .filter(({ id, isUnique }) => isUnique && !indexNow.has(id))
      .map(
        ({ name }) =>
          `${name} no longer keeps rows apart, and the version before may say 'on conflict' of it: ${leave}`,
      )
    return [...rewritten, ...old, ...fresh, ...proved, ...built, ...loosened]
  })
  return [...ofTables, ...lost.map((name) => `${name} is gone or renamed: ${leave}`)]
}

const leave = 'leave it until no version that runs knows it'

type Column = Catalog['columns'][number]

const keyOf = ({ table, number }: Column) => `${table} ${number}`

function changeOf(table: string, before: Column, now: Column | undefined): string[] {
  const name = `${table}.${before.name}`
  if (!now || now.name !== before.name) return [`${name} is gone or renamed: ${leave}`]
  return [
    now.type === before.type ? '' : `${name} has another type: add a column beside it, and fill that in the background`,
    !before.isRequired && now.isRequired && !now.isUnproven
      ? `${name} is looked for in every row while nobody can use ${table}: add the constraint not null not valid, and validate it in the next migration`
      : '',
    now.isRequired && before.fillsItself && !now.fillsItself
      ? `${name} has no default any more, and the version before leaves it out`
      : '',
  ].filter(Boolean)
}

/** LOCK statements leave no trace in the catalog, so they are found in the text, outside comments and strings. */
export function locksIn(sql: string): string[] {
  const words = sql.replace(/--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ')
  return /(?:^|;|\b(?:begin|then|loop|else)\b)\s*lock\s+\w/i.test(words)
    ? [
        'a table is locked by name, and whoever uses it waits until the file is done: lock rows, or leave it to the statement itself',
      ]
    : []
}
