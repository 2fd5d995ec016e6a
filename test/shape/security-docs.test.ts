import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSources } from './sources'

/** Paths that docs/security.md and docs/asvs.md refer to must exist. */
const documents = ['docs/security.md', 'docs/asvs.md'].map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const asvs = readFileSync('docs/asvs.md', 'utf8')

const verdicts = ['met', 'not applicable', 'open']

/** Paths between backticks; an address of the product begins with a slash and is left out. */
function pathsIn(text: string): string[] {
  const marked = [...text.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside ?? '')
  return marked.filter((inside) => /^[\w.-]+(\/[\w.-]+)+$|^[\w.-]+\.(md|ts|tsx|mjs|json|sql)$/.test(inside))
}

const linksIn = (text: string) => [...text.matchAll(/\]\(([^):]+)\)/g)].map(([, to]) => `docs/${to}`)

const rows = asvs
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', asks = '', verdict = '', where = '', ...more] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    return { number, asks, verdict, where, more }
  })

test.each(documents)('every path that $path names exists', ({ text }) => {
  const named = [...pathsIn(text), ...linksIn(text)]
  expect(named.length).toBeGreaterThan(50)
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([])
})

test('every ASVS requirement of levels 1 and 2 has one row, in order, with a known verdict', () => {
  const numbers = rows.map(({ number }) => number)
  // The number of requirements in ASVS 5.0.0, so that a lost row is noticed.
  expect(numbers).toHaveLength(253)
  expect([...new Set(numbers)]).toEqual(numbers)
  const inOrder = numbers.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  expect(numbers).toEqual(inOrder)
  expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([])
  expect(rows.filter(({ asks, where, more }) => asks === '' || where === '' || more.length > 0)).toEqual([])
})

test('every requirement that is met names a file', () => {
  const silent = rows.filter(({ verdict, where }) => verdict === 'met' && pathsIn(where).length === 0)
  expect(silent).toEqual([])
})

test('the totals at the top match the rows', () => {
  const counted = [...verdicts.map((verdict) => rows.filter((row) => row.verdict === verdict).length), rows.length]
  const said = [...verdicts, 'together'].map((what) =>
    Number(new RegExp(`^\\| ${what} \\| (\\d+) \\|$`, 'm').exec(asvs)?.[1]),
  )
  expect(said).toEqual(counted)
})

test('docs/security.md names every exported function called refuse…, require… or only…', () => {
  const security = readFileSync('docs/security.md', 'utf8')
  const locks = readSources(['app', 'server'], /\.server\.tsx?$/).flatMap(({ text }) =>
    [...text.matchAll(/^export (?:async )?(?:function|const) ((?:refuse|require|only)[A-Z]\w*)/gm)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(locks).toEqual(expect.arrayContaining(['refuseOldLogin', 'requireRole', 'onlyAdmin']))
  expect(locks.filter((name) => !security.includes(`\`${name}\``))).toEqual([])
})
