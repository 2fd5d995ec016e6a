import { expect, test } from 'vitest'
import { idIn } from './path-id.server'

test('throws 404 for an invalid id in the path', () => {
  const id = '01a2055a-38c7-744c-bd9d-f3fc8de13ff8'
  expect(idIn({ id })).toBe(id)
  for (const id of ['', 'x', '1', "' or 1=1"]) {
    expect(() => idIn({ id })).toThrow(expect.objectContaining({ init: expect.objectContaining({ status: 404 }) }))
  }
})
