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

test('what the address says is what is asked, and the other way round', () => {
  const address = 'q=siv&roll=member&status=past_due&postnummer=12540&sparrade=on'
  const search = peopleSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ text: 'siv', role: 'member', status: 'past_due', postcode: '12540', onlyBlocked: true })
  expect(queryOf(search).toString()).toBe(address)
})

test.each(['', 'roll=kung&status=x&postnummer=abc&sparrade=1', 'q=%20%20'])('%j asks for everyone', (address) => {
  const search = peopleSearchFrom(new URLSearchParams(address))
  expect(search).toEqual({ text: '', role: null, status: null, postcode: null, onlyBlocked: false })
  expect(queryOf(search).toString()).toBe('')
})

test('a postcode is read as people write it', () => {
  expect(peopleSearchFrom(new URLSearchParams('postnummer=125 40')).postcode).toBe('12540')
})

test('the newest are first when no order is asked, names go from the first letter, and what is looked for has an end', () => {
  expect(peopleOrderFrom(new URLSearchParams())).toEqual({ by: 'joined', down: true })
  expect(peopleOrderFrom(new URLSearchParams('ordning=namn'))).toEqual({ by: 'name', down: false })
  expect(peopleOrders.name.down).toBe(false)
  expect(peopleSearchFrom(new URLSearchParams({ q: 'a'.repeat(150) })).text).toBe('a'.repeat(100))
})

test.each<[Partial<PeopleSearch>, string]>([
  [{}, 'Alla'],
  [{ role: 'member', status: 'past_due', postcode: '12540' }, 'Medlem (obetalt) i 125 40'],
  [{ text: 'siv', onlyBlocked: true }, 'Alla som stämmer med ”siv” som är spärrade'],
])('%o is %s', (asked, words) => {
  expect(describeSearch({ ...everyone, ...asked })).toBe(words)
})
