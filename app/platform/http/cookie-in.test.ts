import { expect, test } from 'vitest'
import { knownKey } from '../known-key.server'
import { cookieIn } from './cookie-in'

test.each([
  ['own=1', '1'],
  ['other=2; own=1', '1'],
  ['own=first; own=second', 'first'],
  ['  own = 1 ', '1'],
  ['own=a%20b', 'a b'],
  ['own=a=b', 'a=b'],
  ['own=%E0%A4%A', null],
  ['known=1; ow=2', null],
  ['own', null],
  ['', null],
])('of %j the cookie is %j', (cookie, value) => {
  expect(cookieIn(new Headers({ cookie }), 'own')).toBe(value)
})

test('without cookies there is none', () => {
  expect(cookieIn(new Headers(), 'own')).toBeNull()
})

test('a caller has a key when it is one of those that are read', () => {
  const key = knownKey(['ny nyckel', 'äldre nyckel'])
  const given = ['ny nyckel', 'äldre nyckel', 'fel nyckel', '', undefined]
  expect(given.map((one) => key.fits(one))).toEqual([true, true, false, false, false])
  expect(knownKey([]).fits('')).toBe(false)
})
