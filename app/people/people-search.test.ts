import { expect, test } from 'vitest'
import { peopleSearchFrom, queryOf } from './people-search'

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
