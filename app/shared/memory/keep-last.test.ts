import { expect, test, vi } from 'vitest'
import { keepLast } from './keep-last'

test('makes a value once, and each other value on its own', () => {
  const make = vi.fn((given: number) => `${given} kr`)
  const kept = keepLast(make)
  expect([kept(1), kept(2), kept(1), kept(2)]).toEqual(['1 kr', '2 kr', '1 kr', '2 kr'])
  expect(make.mock.calls).toEqual([[1], [2]])
})

test('forgets what it kept when it has as much as it may, so that it does not grow', () => {
  const make = vi.fn((given: string) => given.length)
  const kept = keepLast(make, 2)
  for (const given of ['a', 'b', 'b', 'c', 'c', 'a']) kept(given)
  expect(make.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a'])
})

test('keeps nothing of a value that cannot be made', () => {
  const make = vi.fn<(given: number) => string>(() => {
    throw new RangeError('no such time')
  })
  const kept = keepLast(make)
  expect(() => kept(Number.NaN)).toThrow('no such time')
  expect(() => kept(Number.NaN)).toThrow('no such time')
  expect(make).toHaveBeenCalledTimes(2)
})
