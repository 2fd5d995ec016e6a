import { expect, test } from 'vitest'
import { plainOrder } from '~/door/list-order'
import { outboxOrders, outboxQuery, readOutboxSearch, recipientIn } from './outbox-search'

test('a search survives the round trip through the query string', () => {
  const search = readOutboxSearch(
    new URLSearchParams('q=Siv@Exempel.se&kanal=sms&status=failed&slag=Booking+confirmed'),
  )
  expect(search).toEqual({ text: 'Siv@Exempel.se', channel: 'sms', state: 'failed', kind: 'booking confirmed' })
  expect(readOutboxSearch(new URLSearchParams(outboxQuery(search)))).toEqual(search)
  expect(outboxQuery(search, 'x')).toContain('before=x')
})

test('sorts newest first by default, and limits the length of the search', () => {
  expect(plainOrder(outboxOrders)).toEqual({ by: 'written', down: true })
  const long = readOutboxSearch(new URLSearchParams({ q: 'a'.repeat(300), slag: 'b'.repeat(300) }))
  expect([long.text.length, long.kind.length]).toEqual([254, 100])
})

test('ignores invalid values', () => {
  const nothing = readOutboxSearch(new URLSearchParams('kanal=duva&status=toString'))
  expect(nothing).toEqual({ text: '', channel: null, state: null, kind: '' })
  expect(outboxQuery(nothing)).toBe('')
  expect(outboxQuery({ ...nothing, text: 'siv' })).toBe('?q=siv')
})

test.each([
  ['070-174 06 33', '+46701740633'],
  ['+46701740633', '+46701740633'],
  ['Siv@Exempel.SE', 'siv@exempel.se'],
  ['', null],
])('the search text %j looks for the recipient %j', (typed, recipient) => {
  expect(recipientIn(typed)).toBe(recipient)
})
