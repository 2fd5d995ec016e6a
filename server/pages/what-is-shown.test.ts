import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { subjectOf, timesShown } from './what-is-shown'

const id = randomUUID()

test.each([
  ['/companies', 'companies:12540'],
  ['/companies?postal=111+22&q=st%C3%A4d', 'companies:11122'],
  ['/companies?postal=nonsense', 'companies:12540'],
  ['/security', 'partners'],
  [`/company/${id}`, `company:${id}`],
  [`/company/${id}?before=${id}`, `company:${id}`],
  ['/svarstider?efter=12540', 'postcodes'],
  ['/svarstider/12540', 'responses:12540'],
  // Not cached: any booking may add a company to this list or remove one.
  ['/companies?ledigt=idag', null],
  // The door strips zero characters, so the page would read another postcode.
  ['/companies?postal=111%0022', null],
  // The query goes on to the end: a second ? is part of it. Only what follows # is not sent.
  ['/companies?q=varf\u00f6r?&postal=11122', 'companies:11122'],
  ['/companies?q=varf\u00f6r?&ledigt=idag', null],
  ['/companies?q=a#&postal=11122', null],
  ['/security#b', null],
  [`/companies?q=${'a'.repeat(400)}`, null],
  [`/company/${id.toUpperCase()}`, null],
  [`/company/${id}.data`, null],
  ['/companies/', null],
  ['/svarstider/1254', null],
  ['/dashboard', null],
  ['http://kvartera.test/companies', null],
])('the cache subject of %s is %s', (address, subject) => expect(subjectOf(address)).toBe(subject))

test('a list depends on the free times of its companies, and a profile does not', () => {
  const page = `<a href="/company/${id}">Visa profil</a>`
  expect(timesShown('companies:12540', page)).toEqual([`times:${id}`])
  expect(timesShown('partners', page)).toEqual([`times:${id}`])
  expect(timesShown(`company:${id}`, page)).toEqual([])
})
