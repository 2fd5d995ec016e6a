import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { idPattern, isId } from '~/shared/asked'

const known = '0198c0de-0000-7000-8000-000000000001'

test.each([known, randomUUID()])('%s is an id', (text) => {
  expect(isId(text)).toBe(true)
  expect(new RegExp(`^${idPattern}$`).test(text)).toBe(true)
})

test.each(['', 'larm', `${known}0`, ` ${known}`, known.replaceAll('-', ''), undefined, 7])('%j is none', (text) => {
  expect(isId(text)).toBe(false)
})
