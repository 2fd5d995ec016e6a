import { expect, test } from 'vitest'
import { describeFault } from './faults.server'

function thrown(error: Error): Error {
  try {
    throw error
  } catch (caught) {
    return caught as Error
  }
}

test('it says where something broke, and nothing of what broke it', () => {
  const error = thrown(new TypeError('Siv Ek, +46701234567\n    at home, Långbrodalsvägen 4\nmore'))
  const { kind, at } = describeFault(error)
  expect(kind).toBe('TypeError')
  expect(at.length).toBeGreaterThan(0)
  expect(at[0]).toMatch(/^at .*app\/platform\/faults\/faults\.server\.test\.ts:\d+:\d+\)?$/)
  expect(at.join()).not.toMatch(/Siv|\+46|Långbro|home/)
  expect(at.join()).not.toContain(process.cwd())
})

test('a code is a word of a program, or it is left out', () => {
  expect(describeFault(Object.assign(new Error('x'), { code: '23505' })).code).toBe('23505')
  expect(describeFault(Object.assign(new Error('x'), { code: 'siv@exempel.se' })).code).toBeUndefined()
  expect(describeFault(Object.assign(new Error('x'), { code: { deep: 1 } })).code).toBeUndefined()
  expect(describeFault(Object.assign(new Error('x'), { name: 'Siv Ek bor här' })).kind).toBe('Error')
  expect(describeFault('only words')).toEqual({ kind: 'not an Error', at: [] })
})
