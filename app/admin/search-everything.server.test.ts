import { expect, test } from 'vitest'
import { askForBase } from '~/payments/public.server'
import { holdWakes, useHouse } from '../../test/support/house'
import { found } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { searchEverything } from './search-everything.server'

const house = useHouse()
holdWakes(house)

test('one search finds people, companies, postcodes and payments by what somebody remembers of them', async () => {
  const admin = await joinAsAdmin(house)
  const siv = await joinAsMember(house, { name: 'Siv Åkerblöm', phone: '070-999 88 77', postcode: '11144' })
  const owner = await joinAsCompany(house, { companyName: 'Åkerblöms Måleri', postcode: '11144' })
  const company = await companyOf(house, owner)
  const charge = found(
    await house.db.transaction().execute((db) => askForBase({ ...house, db }, company.id, house.clock.now())),
  )
  await house.db.insertInto('postcodes').values({ code: '11144', name: 'Blåsut', state: 'planned' }).execute()
  const search = async (text: string) =>
    (await searchEverything(house, admin.signedIn, text)).kinds.map(
      ({ kind, found }) => `${kind}: ${found.map(({ label }) => label).join(', ')}`,
    )

  expect(await search('akerblom')).toEqual(['Användare: Åkerblöms Måleri, Siv Åkerblöm', 'Företag: Åkerblöms Måleri'])
  expect(await search(' 0709998877 ')).toEqual(['Användare: Siv Åkerblöm'])
  expect(await search(siv.email)).toEqual(['Användare: Siv Åkerblöm'])
  expect(await search('blasut')).toEqual([expect.stringMatching(/^Postnummer: .*Blåsut/)])
  for (const way of [charge.reference, charge.reference.slice(2)]) {
    expect(await search(way)).toContainEqual(expect.stringMatching(/^Betalningar: KV /))
  }
  for (const nothing of ['', '   ', '%', 'finns inte']) expect(await search(nothing), nothing).toEqual([])
  await expect(searchEverything(house, siv.signedIn, 'Siv')).rejects.toThrow('not allowed')
})

test('of many the first are shown, and the way to their own list', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < 6; count++) await joinAsMember(house, { name: `Många Namn ${count}` })
  const { kinds } = await searchEverything(house, admin.signedIn, 'Många Namn')
  expect(kinds).toMatchObject([{ kind: 'Användare', all: '/dashboard/admin/users?q=M%C3%A5nga+Namn' }])
  expect(kinds[0]?.found).toHaveLength(5)
})
