import { expect, test } from 'vitest'
import { type Orders, orderQuery, sortingBy } from '~/door/list-order'
import { namesOf } from '~/shared/chosen'
import { bookedTitle, lettersOf } from './booked-words'
import { isOfCharges, paymentLists, paymentOrders, queryOf, readPaymentSearch } from './payment-lists'

test.each([
  ['', { list: 'unpaid', kind: null, text: '', after: null }],
  ['visa=betalda&slag=base&q=+Lind+', { list: 'paid', kind: 'base', text: 'Lind', after: null }],
  ['visa=allt&slag=toString&efter=%27%3B--', { list: 'unpaid', kind: null, text: '', after: null }],
  [
    'efter=2026-12-20.01a1fa7b-5906-731d-880d-3f8b23f1bbc7',
    { after: '2026-12-20.01a1fa7b-5906-731d-880d-3f8b23f1bbc7' },
  ],
])('the query "%s" is parsed, and unknown values become the default', (query, search) => {
  expect(readPaymentSearch(new URLSearchParams(query))).toMatchObject(search)
})

test('a list’s address contains only what differs from the default list', () => {
  expect(queryOf({ list: 'unpaid', kind: null, text: '' })).toBe('')
  expect(queryOf({ list: 'refunds', text: 'Lind & Co' })).toBe('?visa=tillbaka&q=Lind+%26+Co')
})

test('a list’s address keeps its cursor and order', () => {
  const read = (query: string) => readPaymentSearch(new URLSearchParams(query))
  expect(read('').order).toEqual({ by: 'due', down: false })
  // Paid and struck charges are sorted by the time of asking, latest first.
  expect(read('visa=betalda&ordning=belopp').order).toEqual({ by: 'asked', down: true })
  for (const address of [
    '?ordning=-belopp',
    '?ordning=-begard',
    '?visa=strukna&efter=01a1fa7b-5906',
    '?ordning=belopp',
  ])
    expect(queryOf(read(address))).toBe(address)
  expect(read('visa=strukna').after).toBeNull()
})

test('pressing a sort heading sorts by largest sum or latest asked first', () => {
  const { list, order } = readPaymentSearch(new URLSearchParams())
  const headings = sortingBy<Orders>(paymentOrders(list), order, (pressed) =>
    queryOf(readPaymentSearch(new URLSearchParams(orderQuery<Orders>(paymentOrders(list), pressed)))),
  )
  expect(headings).toEqual({
    due: { to: '?ordning=-senast', now: 'ascending' },
    sum: { to: '?ordning=-belopp' },
    asked: { to: '?ordning=-begard' },
  })
})

test('the search text is cut at a hundred characters', () => {
  expect(readPaymentSearch(new URLSearchParams({ q: 'ab'.repeat(60) })).text).toBe('ab'.repeat(50))
})

test('the lists of charges are unpaid, paid and struck', () => {
  expect(namesOf(paymentLists).filter(isOfCharges)).toEqual(['unpaid', 'paid', 'struck'])
})

test.each([
  [1, 'En betalning är bokförd', 'Kvittot går iväg med mejl.'],
  [2, '2 betalningar är bokförda', 'Kvittona går iväg med mejl.'],
])('the confirmation of %i booked payments uses singular or plural', (booked, title, letters) => {
  expect([bookedTitle(booked), lettersOf(booked)]).toEqual([title, letters])
})
