import { expect, test } from 'vitest'
import { handle, isPlainPage } from './plain-page'

const whenOpen = { runs: (data?: { open: number }) => data !== undefined && data.open > 0 }

test.each([
  ['one marked as plain in a frame that is not', [{}, { handle: undefined }, { handle }], true],
  ['an unmarked one in a frame marked as plain', [{ handle }, {}], false],
  ['one marked as not plain', [{ handle: { isPlain: false } }], false],
  ['no page', [], false],
  ['one marked as plain with another mark beside it', [{ handle: { ...handle, night: true } }], true],
  ['one in a frame that has a script to run', [{ handle: whenOpen, loaderData: { open: 1 } }, { handle }], false],
  ['one in a frame that has no script to run', [{ handle: whenOpen, loaderData: { open: 0 } }, { handle }], true],
  ['one whose loader returned nothing', [{ handle: { ...handle, ...whenOpen } }], true],
])('whether a page is plain: %s', (_, found, isPlain) => {
  expect(isPlainPage(found)).toBe(isPlain)
})
