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

test('only read-form.server.ts and the service worker call request.formData()', () => {
  const readers = product.filter(({ text }) => /request\.formData\(\)/.test(text)).map(({ path }) => path)
  // The service worker reads the form that its own page is about to send.
  expect(readers).toEqual(['app/alarms/offline/worker.ts', 'app/platform/http/read-form.server.ts'])
})

test('whether a visitor is an admin is checked only in door/guard.server.ts', () => {
  const asking = product
    .filter(({ text }) =>
      /signedIn\??\.person\.role\s*[!=]==\s*'admin'|\{ person \}: SignedIn[^}]*person\.role === 'admin'/.test(text),
    )
    .map(({ path }) => path)
  expect(asking).toEqual(['app/door/guard.server.ts'])
})
