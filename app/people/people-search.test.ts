import { expect, test } from 'vitest'
import {
  describeSearch,
  everyone,
  type PeopleSearch,
  peopleOrderFrom,
  peopleOrders,
  peopleSearchFrom,
  queryOf,
} from './people-search'

test('a search survives the round trip through the query string', () => {
  const address = 'q=siv&roll=member&status=past_due&postnummer=12540&sparrade=on'
  const search = peopleSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ text: 'siv', role: 'member', status: 'past_due', postcode: '12540', onlyBlocked: true })
  expect(queryOf(search).toString()).toBe(address)
})

test.each(['', 'roll=kung&status=x&postnummer=abc&sparrade=1', 'q=%20%20'])('%j searches for everyone', (address) => {
  const search = peopleSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ text: '', role: null, status: null, postcode: null, onlyBlocked: false })
  expect(queryOf(search).toString()).toBe('')
})

test('reads a postcode with a space', () => {
  expect(peopleSearchFrom(new URLSearchParams('postnummer=125 40')).postcode).toBe('12540')
})

test('sorts by newest first by default and names ascending, and limits the search text', () => {
  expect(peopleOrderFrom(new URLSearchParams())).toEqual({ by: 'joined', down: true })
  expect(peopleOrderFrom(new URLSearchParams('ordning=namn'))).toEqual({ by: 'name', down: false })
  expect(peopleOrders.name.down).toBe(false)
  expect(peopleSearchFrom(new URLSearchParams({ q: 'a'.repeat(150) })).text).toBe('a'.repeat(100))
})

test.each<[Partial<PeopleSearch>, string]>([
  [{}, 'Alla'],
  [{ role: 'member', status: 'past_due', postcode: '12540' }, 'Medlem (obetalt) i 125 40'],
  [{ text: 'siv', onlyBlocked: true }, 'Alla som stämmer med ”siv” som är spärrade'],
])('describes the search %o as "%s"', (asked, words) => {
  expect(describeSearch({ ...everyone, ...asked })).toBe(words)
})
