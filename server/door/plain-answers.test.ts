import { inspect } from 'node:util'
import { data, redirect, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { TurnedAway } from '~/door/turned-away'
import { outOfReach } from '~/platform/out-of-reach.server'
import { useHouse } from '../../test/support/house'
import { findStranger, NotPlain, withPlainAnswers } from './plain-answers'

const house = useHouse()

test.each([
  ['a string', 'Hej'],
  ['undefined', undefined],
  ['a form that was refused', { refusal: { title: 'x', fields: { name: 'y' } }, values: { name: '' } }],
  ['a list with a date and a bigint', [{ at: new Date(), many: [1, 2n] }]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
])('accepts as plain data: %s', (_, value) => {
  expect(findStranger(value)).toBeNull()
})

const around: { self?: unknown } = {}
around.self = around

test.each([
  ['a function', 'refusal.mail', { refusal: { mail: { send: () => {} } } }],
  ['an instance of a class', 'pool', { pool: new (class Pool {})() }],
  ['a promise', 'later', { later: Promise.resolve(1) }],
  ['a cyclic object', 'self', around],
  ['an error', 'error', { error: new Error('x') }],
  ['a symbol', 'a.0', { a: [Symbol('x')] }],
])('rejects as not plain data: %s', (_, path, value) => {
  expect(findStranger(value)?.startsWith(path)).toBe(true)
})

/** Reproduces a former fault of a page, which returned the whole house: `Object(house, …)` is the house. */
const careless = (answer: unknown) => {
  const door = async () => answer
  const build = {
    routes: { careless: { id: 'careless', module: { default: () => null, loader: door, action: door } } },
  }
  return withPlainAnswers(build as unknown as ServerBuild).routes.careless?.module
}
const asked = {} as never

test('refuses to serialise the house, whether returned, wrapped or thrown', async () => {
  for (const answer of [house, data({ refusal: house }, 422), { ...house }, house.db, { keys: house.keys }]) {
    await expect(careless(answer)?.action?.(asked)).rejects.toThrow(NotPlain)
    await expect(careless(answer)?.loader?.(asked)).rejects.toThrow(NotPlain)
  }
  const thrower = async () => {
    throw data({ house }, 400)
  }
  const build = { routes: { thrower: { id: 'thrower', module: { action: thrower } } } } as unknown as ServerBuild
  await expect(withPlainAnswers(build).routes.thrower?.module.action?.(asked)).rejects.toThrow(NotPlain)
})

test('turns TurnedAway into a 403 and lets other errors through', async () => {
  const doorOf = (thrown: Error) => {
    const loader = () => Promise.reject(thrown)
    const build = { routes: { one: { id: 'one', module: { loader } } } } as unknown as ServerBuild
    return withPlainAnswers(build).routes.one?.module.loader?.(asked)
  }
  await expect(doorOf(new TurnedAway())).rejects.toMatchObject({ data: null, init: { status: 403 } })
  await expect(doorOf(new RangeError('x'))).rejects.toThrow(RangeError)
})

test('lets redirects and data responses through unchanged', async () => {
  const away = redirect('/auth')
  expect(await careless(away)?.loader?.(asked)).toBe(away)
  const refused = data({ title: 'x' }, 422)
  expect(await careless(refused)?.action?.(asked)).toBe(refused)
})

test('an object that holds a secret throws when serialised, also when nested in another', () => {
  const port = outOfReach('sms', { password: 'hemlig-nyckel', send: () => {} })
  expect(() => JSON.stringify(port)).toThrow('sms cannot be written out')
  expect(() => JSON.stringify({ deep: [{ port }] })).toThrow('sms cannot be written out')
  expect(inspect({ port }, { depth: 9 })).not.toContain('hemlig-nyckel')
  expect(() => JSON.stringify(house.keys)).toThrow('keys cannot be written out')
})
