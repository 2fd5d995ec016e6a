import { expect, test } from 'vitest'
import { askedDay, isId } from './asked'

test.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['0000-01-01', false],
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2199-12-31', true],
  ['2200-01-01', false],
  ['2026-1-1', false],
  [' 2026-11-20', false],
  ['2026-11-20\n', false],
  ['', false],
  [null, false],
])('%j is a valid day: %s', (text, is) => {
  expect(askedDay(text)).toBe(is ? text : null)
})

test.each([
  ['0199a2b4-7c1d-7e3f-8a9b-0c1d2e3f4a5b', true],
  ['0199A2B4-7C1D-7E3F-8A9B-0C1D2E3F4A5B', true],
  ['00000000-0000-0000-0000-000000000000', true],
  ['0199a2b4-7c1d-7e3f-8a9b-0c1d2e3f4a5b0', false],
  [' 0199a2b4-7c1d-7e3f-8a9b-0c1d2e3f4a5b', false],
  ['0199a2b4-7c1d-7e3f-8a9b-0c1d2e3f4a5b\n', false],
  ['larm', false],
  ['', false],
  ['0199a2b47c1d7e3f8a9b0c1d2e3f4a5b', false],
  ["0199a2b4-7c1d-7e3f-8a9b-0c1d2e3f4a5'", false],
  [undefined, false],
  [7, false],
])('%j looks like an id: %s', (text, is) => {
  expect(isId(text)).toBe(is)
})
