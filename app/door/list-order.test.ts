import { describe, expect, test } from 'vitest'
import { orderFrom, orderQuery, plainOrder, sortingBy, withQuery } from './list-order'

const orders = { joined: { word: 'gick-med', down: true }, name: { word: 'namn', down: false } } as const

describe('an order in a query', () => {
  test.each([
    ['', 'joined', true],
    ['ordning=namn', 'name', false],
    ['ordning=-namn', 'name', true],
    ['ordning=gick-med', 'joined', false],
    ['ordning=-gick-med', 'joined', true],
    ['ordning=constructor', 'joined', true],
    ['ordning=--namn', 'joined', true],
    ['ordning=id%3Bdrop', 'joined', true],
  ] as const)('?%s sorts by %s, descending: %s', (query, by, down) => {
    expect(orderFrom(orders, new URLSearchParams(query))).toEqual({ by, down })
  })

  test('leaves out the default order, and any order is read back as it was written', () => {
    expect(orderQuery(orders, plainOrder(orders))).toEqual([])
    for (const by of ['joined', 'name'] as const) {
      for (const down of [true, false]) {
        const query = new URLSearchParams(orderQuery(orders, { by, down }))
        expect(orderFrom(orders, query)).toEqual({ by, down })
      }
    }
  })
})

test('a heading links to its own order, and the current one to the reverse', () => {
  const to = ({ by, down }: { by: string; down: boolean }) => `${by} ${down ? 'down' : 'up'}`
  const sorting = sortingBy(orders, { by: 'name', down: false }, to)
  expect(sorting.name).toEqual({ to: 'name down', now: 'ascending' })
  expect(sorting.joined).toEqual({ to: 'joined down' })
  expect(sortingBy(orders, { by: 'name', down: true }, to).name).toEqual({ to: 'name up', now: 'descending' })
})

test('an address has a query only if something is asked for', () => {
  expect(withQuery('/dashboard/admin/people', [])).toBe('/dashboard/admin/people')
  const asked = [
    ['sok', 'Åsa & Bo'],
    ['ordning', '-namn'],
  ] as const
  const address = withQuery('/dashboard/admin/people', asked)
  expect(address).toMatch(/^\/dashboard\/admin\/people\?/)
  expect([...new URL(address, 'https://kvartera.se').searchParams]).toEqual(asked)
})
