import { expect, test } from 'vitest'
import { handle, isPlainPage } from './plain-page'

test.each([
  ['a page that says so, whatever stands around it', [{}, { handle: undefined }, { handle }], true],
  ['a page inside one that says so', [{ handle }, {}], false],
  ['a page that says something else', [{ handle: { isPlain: false } }], false],
  ['nothing', [], false],
])('%s: %s', (_, found, isPlain) => {
  expect(isPlainPage(found)).toBe(isPlain)
})
