import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newKey } from './new-key'

test('makes unique UUIDs, also in a browser without crypto.randomUUID', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newKey)
  vi.unstubAllGlobals()
  expect(keys.every((key) => z.uuidv4().safeParse(key).success)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
