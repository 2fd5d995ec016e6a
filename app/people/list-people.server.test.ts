import { expect, test, vi } from 'vitest'
import { holdWakes, useHouse } from '../../test/support/house'
import { found } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember } from '../../test/support/people'
import { exportPeople } from './export-people.server'
import { listPeople } from './list-people.server'
import { peopleSearchFrom } from './people-search'
import { readPersonForAdmin } from './read-person.server'

const house = useHouse()
holdWakes(house)
const search = (query: string) => peopleSearchFrom(new URLSearchParams(query))

test('finds people by name without diacritics, phone, mail, role and postcode', async () => {
  const admin = await joinAsAdmin(house)
  const siv = await joinAsMember(house, { name: 'Siv Åkerblöm', phone: '070-999 88 77', postcode: '11144' })
  await joinAsCompany(house, { companyName: 'Åkerblöm Måleri', postcode: '11144' })
  const found = async (query: string) =>
    (await listPeople(house, admin.signedIn, search(query), null)).people.map(({ name }) => name)
  const ways = ['q=siv akerb', 'q=0709998877', 'q=%2B46709998877', `q=${siv.email}`, 'postnummer=11144&roll=member']
  for (const query of ways) {
    expect(await found(query), query).toEqual(['Siv Åkerblöm'])
  }
  expect(await found('q=akerblom')).toEqual(['Åkerblöm Måleri', 'Siv Åkerblöm'])
  expect(await found('q=%25')).toEqual([])
})

test('pages through people by 25', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < 27; count++) await joinAsMember(house, { name: `Granne ${count}`, postcode: '11155' })
  const first = await listPeople(house, admin.signedIn, search('postnummer=11155'), null)
  expect(first.people).toHaveLength(25)
  const second = await listPeople(house, admin.signedIn, search('postnummer=11155'), first.next ?? null)
  expect(second.people.map(({ name }) => name)).toEqual(['Granne 1', 'Granne 0'])
  expect(second.next).toBeUndefined()
})

test('exports everyone in the search with CSV injection escaped, and logs the export', async () => {
  const admin = await joinAsAdmin(house)
  await joinAsMember(house, { name: '=cmd', phone: '070-111 22 33', postcode: '11166' })
  const lines: string[] = []
  for await (const line of await exportPeople(house, admin.signedIn, search('postnummer=11166'))) lines.push(line)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/^'=cmd;person\d+@exempel\.se;11166;Medlem;Provperiod;\d{4}-\d\d-\d\d;\r\n$/)
  const { deed } = await house.db.selectFrom('audit_log').select('deed').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect(deed).toBe('export people')
})

test('logs each look at a person with its IP address', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
  const id = siv.signedIn.person.id
  found(await readPersonForAdmin(house, admin.signedIn, id))
  const { history } = found(await readPersonForAdmin(house, admin.signedIn, id))
  expect(history.map(({ what }) => what)).toEqual(['Tittade på personens uppgifter', 'Tittade på personens uppgifter'])
  const row = await house.db.selectFrom('audit_log').select('address').where('subject_id', '=', id).executeTakeFirst()
  expect(row?.address).toBe('192.0.2.1')
})

test('shows an administrator a person’s details, block and earlier looks, also in list and export', async () => {
  vi.setSystemTime(new Date('2026-11-29T12:00:00Z'))
  const admin = await joinAsAdmin(house)
  const siv = await joinAsMember(house, { name: 'Siv Ek', phone: '070-174 06 81', postcode: '11133' })
  const firm = await joinAsCompany(house, { companyName: 'Måleriet AB' })
  const read = async (id: string) => found(await readPersonForAdmin(house, admin.signedIn, id))
  const shown = await read(siv.signedIn.person.id)
  expect(shown).toMatchObject({
    name: 'Siv Ek',
    phone: { number: '+46701740681', shown: '070-174 06 81' },
    postcode: '111 33',
    roleLabel: 'Medlem',
    status: 'Provperiod',
    blocked: null,
    company: null,
    isSelf: false,
    history: [{ who: admin.signedIn.person.name }],
  })
  await house.db
    .updateTable('profiles')
    .set({ phone: null, blocked_at: new Date('2026-11-20T12:00:00Z'), blocked_reason: 'Hotade en granne' })
    .where('id', '=', siv.signedIn.person.id)
    .execute()
  expect(await read(siv.signedIn.person.id)).toMatchObject({
    phone: null,
    blocked: { since: '20 nov. 13.00', reason: 'Hotade en granne' },
  })
  expect(await read(firm.signedIn.person.id)).toMatchObject({ status: null, company: { name: 'Måleriet AB' } })
  expect(await read(admin.signedIn.person.id)).toMatchObject({ status: null, isSelf: true })
  const { people } = await listPeople(house, admin.signedIn, search(`q=${siv.email}`), null)
  expect(people).toMatchObject([{ role: 'Medlem', status: 'Provperiod', isBlocked: true, postcode: '111 33' }])
  const others = await listPeople(house, admin.signedIn, search(`q=${admin.email}`), null)
  expect(others.people).toMatchObject([{ role: 'Administratör', status: null, isBlocked: false }])
  const lines: string[] = []
  for (const who of [siv, admin])
    for await (const line of await exportPeople(house, admin.signedIn, search(`q=${who.email}`))) lines.push(line)
  expect(lines[1]).toMatch(/;Medlem;Provperiod;\d{4}-\d\d-\d\d;2026-11-20\r\n$/)
  expect(lines[3]).toMatch(/;Administratör;;\d{4}-\d\d-\d\d;\r\n$/)
})

test('refuses everybody but administrators', async () => {
  const siv = await joinAsMember(house)
  const all = search('')
  await expect(listPeople(house, siv.signedIn, all, null)).rejects.toThrow('not allowed')
  await expect(exportPeople(house, siv.signedIn, all)).rejects.toThrow('not allowed')
  await expect(readPersonForAdmin(house, siv.signedIn, siv.signedIn.person.id)).rejects.toThrow('not allowed')
})
