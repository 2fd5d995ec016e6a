import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { newKey } from './new-key'

test('a key is a uuid, and each is another, also in a browser that makes none by itself', () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const keys = Array.from({ length: 100 }, newKey)
  vi.unstubAllGlobals()
  expect(keys.every((key) => z.uuidv4().safeParse(key).success)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
