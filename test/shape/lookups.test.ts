import { expect, test } from 'vitest'
import { readSources } from './sources'

/**
 * Prototype lookups: indexing an object with external text also finds `constructor` and `toString`. Such a lookup once
 * called `Object` with the whole house. app/shared/chosen.ts finds own keys only, and is the only permitted way.
 */
const product = readSources(['app', 'server'], /\.tsx?$/).filter(
  ({ path }) => !/\.test\./.test(path) && path !== 'app/shared/chosen.ts',
)

/** Variable names used for values from a request. */
const outside = 'values|params|intent|query|form|formData|search|searchParams|typed|header|headers|body|payload|word'

const ways = {
  'a table that is written where it is looked up in': /\}\s*\[(?!\]|\d|')[a-z]/,
  'a look-up by what a request said': new RegExp(`[\\w)\\]}]\\[\\s*(${outside})\\b`),
  'a look-up by something asked of a request': /[\w)\]}]\[[^\]\n]*\.get\(/,
  'a test for a name of a table':
    /Object\.hasOwn|hasOwnProperty|(?<!for \(const \w+ |keyof |')\b\w+ in [a-z]\w*( \?|\))/,
  'a cast to a name of a table': /\[\w+ as (keyof|Intent)/,
}

const linesOf = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|\bsql[^`]*`[\s\S]*?`/gm, (gone) => gone.replace(/[^\n]/g, ''))
    .split('\n')

test.each(Object.entries(ways))('%s is found nowhere', (_, pattern) => {
  const found = product.flatMap(({ path, text }) =>
    linesOf(text).flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

test.each([
  ["const deed = { save, drop }[values.intent ?? '']", 0],
  ['const deed = deeds[intent]', 1],
  ["const order = orders[url.searchParams.get('order')]", 2],
  ['if (intent in deeds) does(deeds)', 3],
  ['return deeds[intentSaid as keyof typeof deeds]', 4],
])('the patterns match the known bad line %j', (line, way) => {
  expect(Object.values(ways)[way]?.test(line)).toBe(true)
})

test('of the modules in app/, only read-form.server.ts reads a form that was received', () => {
  const readers = product.filter(({ path, text }) => path.startsWith('app/') && /\.formData\(/.test(text))
  // The other three run in the browser, and read what their own page is about to send.
  expect(readers.map(({ path }) => path)).toEqual([
    'app/alarms/member/parts/stay-without-line.ts',
    'app/alarms/offline/worker.ts',
    'app/live/parts/keep-what-is-typed.ts',
    'app/platform/http/read-form.server.ts',
  ])
})

test('signedIn.person.role is compared with admin only in door/guard.server.ts', () => {
  const asking = product
    .filter(({ text }) =>
      /signedIn\??\.person\.role\s*[!=]==\s*'admin'|\{ person \}: SignedIn[^}]*person\.role === 'admin'/.test(text),
    )
    .map(({ path }) => path)
  expect(asking).toEqual(['app/door/guard.server.ts'])
})
