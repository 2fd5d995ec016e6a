import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ladder } from './ladder'
import { readSources } from './sources'
import { apart, foreign, owners } from './tables'

/** A table that a source uses, and whether it writes to it. */
type Use = { path: string; table: string; writes: boolean }

const [, listed = ''] = /export interface DB \{([\s\S]*?)\n\}/.exec(readFileSync('db/schema.ts', 'utf8')) ?? []
const tables = new Set([...listed.matchAll(/^ {2}(\w+):/gm)].map(([, table = '']) => table))
const ownerOf = new Map(Object.entries(owners).flatMap(([owner, owned]) => owned.map((table) => [table, owner])))

const methods =
  'selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|insertInto|updateTable|deleteFrom|mergeInto|using|table'
const byBuilder = new RegExp(`[.](${methods})(?:<[^>]*>)?\\(\\s*(\\[[^\\]]*\\]|'[^']*'|[\\w.[\\]]+\\s*[,)])`, 'g')
const name = '(?:only\\s+)?"?\\w+"?(?![.\\w("])(?:\\s+as\\s+\\w+)?'
const byWords = new RegExp(`\\b(from|join|into|update|using)\\s+(${name}(?:\\s*,\\s*${name})*)`, 'gi')
/** An SQL fragment that begins with a table name, for use within another statement. */
const asFragment = /\bsql(?:<[^>]*>)?`\s*(\w+) (?=where|join|as)\b/g
const writing = /^(insertInto|updateTable|deleteFrom|mergeInto|into|update)$|^delete/i

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|--\s.*$/gm, '')
}

/** Where a table's name is in a variable, every table that the file names outside of queries counts as used. */
function usesOf(path: string, source: string): Use[] {
  const text = withoutComments(source)
  const quoted = [...text.replace(byBuilder, '').matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
  const found = (words: string[], writes: boolean) =>
    words.filter((table) => tables.has(table)).map((table) => ({ path, table, writes }))
  return [
    ...[...text.matchAll(asFragment)].flatMap(([, table = '']) => found([table], false)),
    ...[...text.matchAll(byBuilder)].flatMap(([, method = '', named = '']) =>
      found(
        /['[]/.test(named[0] ?? '') ? [...named.matchAll(/'(\w+)/g)].map(([, table = '']) => table) : quoted,
        writing.test(method),
      ),
    ),
    ...[...text.matchAll(byWords)].flatMap(({ 1: word = '', 2: list = '', index }) =>
      found(
        list.split(',').map((one) => /^\s*(?:only\s+)?"?(\w+)/.exec(one)?.[1] ?? ''),
        writing.test(/delete\s+$/i.test(text.slice(0, index)) ? 'delete' : word),
      ),
    ),
  ]
}

const placeOf = (path: string) => path.split('/')[1] ?? ''
const uses = readSources(['app'], /\.tsx?$/)
  .filter(({ path }) => !path.includes('.test.'))
  .flatMap(({ path, text }) => usesOf(path, text))
const outside = uses.filter(({ path, table }) => ownerOf.get(table) !== placeOf(path))
const asLine = ({ path, table }: Use) => `${path}: ${table}`
const once = (lines: string[]) => [...new Set(lines)].sort()

test('every table has one owner, and every owner stands on the ladder', () => {
  const owned = Object.values(owners).flat()
  expect([...owned].sort()).toEqual([...tables].sort())
  expect(Object.keys(owners).filter((owner) => !ladder.includes(owner))).toEqual([])
})

test('only its owner writes to a table', () => {
  expect(once(outside.filter(({ writes }) => writes).map(asLine))).toEqual([])
})

test('only the listed sources read another slice’s tables, each with a reason', () => {
  const named = foreign.flatMap(({ path, tables }) => tables.map((table) => asLine({ path, table, writes: false })))
  expect(once(outside.map(asLine))).toEqual(once(named))
  expect(foreign.filter(({ why }) => why.length < 20)).toEqual([])
})

test('only stores contain queries, except the listed sources, each with a reason', () => {
  const strays = uses.filter(({ path }) => !/store\.server\.ts$/.test(path)).map(({ path }) => path)
  expect(once(strays)).toEqual(Object.keys(apart).sort())
  expect(Object.values(apart).filter((why) => why.length < 20)).toEqual([])
})

test.each([
  [`db.selectFrom('companies').innerJoin('profiles as owner', 'a', 'b')`, ['companies', 'profiles']],
  ["db.selectFrom(['companies', \"x\", 'profiles'])", ['companies', 'profiles']],
  [`const all = ['offers', 'sessions']; for (const one of all) db.deleteFrom(one)`, ['offers!', 'sessions!']],
  ['sql`select from companies, profiles as owner`', ['companies', 'profiles']],
  ['sql`delete from offers using companies`', ['companies', 'offers!']],
  ['sql`update companies set name = $1`; sql`insert into offers values (1)`', ['companies!', 'offers!']],
  ['sql`a is distinct from companies.name for update of profiles`', []],
  ['const counted = { people: sql`profiles where true` }', ['profiles']],
  ['// select from companies\nconst a = 1 /* join profiles */', []],
])('usesOf finds the tables in %s', (text, expected) => {
  const found = usesOf('app/x/y.ts', text).map(({ table, writes }) => (writes ? `${table}!` : table))
  expect(once(found)).toEqual(expected)
})
