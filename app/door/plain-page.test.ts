import { expect, test } from 'vitest'
import { handle, isPlainPage } from './plain-page'

const whenOpen = { runs: (data?: { open: number }) => data !== undefined && data.open > 0 }

test.each([
  ['a page that says so, whatever stands around it', [{}, { handle: undefined }, { handle }], true],
  ['a page inside one that says so', [{ handle }, {}], false],
  ['a page that says something else', [{ handle: { isPlain: false } }], false],
  ['nothing', [], false],
  ['a page with a mark of its own too', [{ handle: { ...handle, night: true } }], true],
  ['one in a frame that has something to run', [{ handle: whenOpen, loaderData: { open: 1 } }, { handle }], false],
  ['one in a frame that has nothing to run', [{ handle: whenOpen, loaderData: { open: 0 } }, { handle }], true],
  ['one whose loader gave nothing', [{ handle: { ...handle, ...whenOpen } }], true],
])('%s is a plain page: %s', (_, found, isPlain) => {
  expect(isPlainPage(found)).toBe(isPlain)
})
