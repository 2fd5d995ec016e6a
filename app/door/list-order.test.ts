import { describe, expect, test } from 'vitest'
import { orderFrom, orderQuery, plainOrder, sortingBy } from './list-order'

const orders = { joined: { word: 'gick-med', down: true }, name: { word: 'namn', down: false } } as const

describe('an order in an address', () => {
  test.each([
    ['', 'joined', true],
    ['ordning=namn', 'name', false],
    ['ordning=-namn', 'name', true],
    ['ordning=gick-med', 'joined', false],
    ['ordning=-gick-med', 'joined', true],
    ['ordning=constructor', 'joined', true],
    ['ordning=--namn', 'joined', true],
    ['ordning=id%3Bdrop', 'joined', true],
  ] as const)('?%s is by %s, down: %s', (query, by, down) => {
    expect(orderFrom(orders, new URLSearchParams(query))).toEqual({ by, down })
  })

  test('what is as it is anyway does not stand there, and the rest is read back as it was', () => {
    expect(orderQuery(orders, plainOrder(orders))).toEqual([])
    for (const by of ['joined', 'name'] as const) {
      for (const down of [true, false]) {
        const query = new URLSearchParams(orderQuery(orders, { by, down }))
        expect(orderFrom(orders, query)).toEqual({ by, down })
      }
    }
  })
})

test('a heading leads to its own order, and the one that the list stands by turns it round', () => {
  const to = ({ by, down }: { by: string; down: boolean }) => `${by} ${down ? 'down' : 'up'}`
  const sorting = sortingBy(orders, { by: 'name', down: false }, to)
  expect(sorting.name).toEqual({ to: 'name down', now: 'ascending' })
  expect(sorting.joined).toEqual({ to: 'joined down' })
  expect(sortingBy(orders, { by: 'name', down: true }, to).name).toEqual({ to: 'name up', now: 'descending' })
})
