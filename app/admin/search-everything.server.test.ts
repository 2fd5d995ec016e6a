import { expect, test } from 'vitest'
import { askForBase } from '~/payments/public.server'
import { holdWakes, useHouse } from '../../test/support/house'
import { listCompany } from '../../test/support/listings'
import { found } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { companyOf } from '../../test/support/sponsorship'
import { searchEverything } from './search-everything.server'

const house = useHouse()
holdWakes(house)

test('finds people, companies, postcodes and payments by name, phone, mail or reference, for administrators only', async () => {
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

test('shows the first five of many, with a link to the full list', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < 6; count++) await joinAsMember(house, { name: `Många Namn ${count}` })
  const { kinds } = await searchEverything(house, admin.signedIn, 'Många Namn')
  expect(kinds).toMatchObject([{ kind: 'Användare', all: '/dashboard/admin/users?q=M%C3%A5nga+Namn' }])
  expect(kinds[0]?.found).toHaveLength(5)
})

test('links to no list for exactly five hits, puts companies waiting for review first, and marks deleted ones', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < 5; count++) await listCompany(house.db, { name: `Fem Firmor ${count}` })
  const gone = await listCompany(house.db, { name: 'Borta Bygg', org_number: '556016-0680', deleted_at: new Date() })
  const kinds = async (text: string) => (await searchEverything(house, admin.signedIn, text)).kinds
  const [five] = await kinds('Fem Firmor')
  expect([five?.kind, five?.found.length, five?.all]).toEqual(['Företag', 5, null])
  expect(five?.found[0]?.note).toBe('556016-0680')
  const sixth = await listCompany(house.db, { name: 'Fem Firmor 6' })
  await listCompany(house.db, { name: 'Fem Firmor 7', review_state: 'approved' })
  const [six] = await kinds('Fem Firmor')
  // Companies waiting for review come first.
  expect(six?.found[0]?.to).toBe(`/dashboard/admin/companies/${sixth}`)
  expect([six?.found.length, six?.all]).toEqual([5, '/dashboard/admin/companies?q=Fem+Firmor'])
  expect(await kinds('Borta Bygg')).toMatchObject([
    { found: [{ to: `/dashboard/admin/companies/${gone}`, note: '556016-0680, borttaget' }] },
  ])
  const asked = await searchEverything(house, admin.signedIn, ` ${'x'.repeat(101)}`)
  expect(asked.text).toBe('x'.repeat(100))
})

test('links six postcodes to their list, and a payment to the list it is in', async () => {
  const admin = await joinAsAdmin(house)
  for (let at = 0; at < 6; at++) {
    await house.db
      .insertInto('postcodes')
      .values({ code: `9810${at}`, name: 'Sexhem', state: 'planned' })
      .execute()
  }
  const search = async (text: string) => (await searchEverything(house, admin.signedIn, text)).kinds
  expect(await search('Sexhem')).toMatchObject([
    { kind: 'Postnummer', found: Array(5).fill({}), all: '/dashboard/admin/postcodes?q=Sexhem' },
  ])
  const owner = await joinAsCompany(house)
  const { id } = await companyOf(house, owner)
  const charge = found(
    await house.db.transaction().execute((db) => askForBase({ ...house, db }, id, house.clock.now())),
  )
  const leadsTo = async () => (await search(charge.reference)).find(({ kind }) => kind === 'Betalningar')?.found[0]?.to
  expect(await leadsTo()).toBe(`/dashboard/admin/payments?q=${charge.reference}`)
  await house.db
    .updateTable('charges')
    .set({ status: 'struck', struck_at: house.clock.now(), struck_because: 'admin' })
    .where('id', '=', charge.id)
    .execute()
  expect(await leadsTo()).toBe(`/dashboard/admin/payments?visa=strukna&q=${charge.reference}`)
})
