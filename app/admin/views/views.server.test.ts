import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { addressOf, askedOf, type ListName, listAt, lists } from './lists'
import { mostViews, readListTools, readOwnViews } from './read-views.server'
import { removeView } from './remove-view.server'
import { saveView } from './save-view.server'
import { writeView } from './view-store.server'

const house = useHouse()
holdWakes(house)

const asked = ({ visitor, signedIn }: Resident, values: Record<string, string>) => ({
  house,
  visitor,
  signedIn,
  values,
})
const save = (who: Resident, name: string, query = 'roll=admin', list = 'users') =>
  saveView(asked(who, { name, list, asked: query }))
const namesOf = async ({ signedIn }: Resident, list: ListName = 'users') =>
  (await readListTools(house, signedIn, list, '')).views.map(({ name }) => name)

test.each([
  ['users', 'roll=admin&ordning=-namn&before=x&utm=1', 'roll=admin&ordning=-namn'],
  ['users', '//ont.example/?roll=admin', ''],
  ['companies', 'visa=hidden&q=Lind+%26+Co&after=x', 'visa=hidden&q=Lind+%26+Co'],
  ['payments', 'visa=betalda&efter=0190a000-0000-7000-8000-000000000000&ordning=belopp', 'visa=betalda'],
  ['payments', 'ordning=-belopp', 'ordning=-belopp'],
  ['alarms', 'postnummer=125+40&slut=false_alarm', 'postnummer=12540&slut=false_alarm'],
  ['alarms', 'slut=toString', ''],
  ['outbox', 'kanal=sms&status=failed&ordning=skrivet', 'kanal=sms&status=failed&ordning=skrivet'],
  ['broadcasts', 'visa=asked', 'visa=asked'],
  ['history', 'vad=hide+company&ordning=nar&javascript:alert(1)', 'vad=hide+company&ordning=nar'],
] as const)('%s: keeps of %j only the parameters that the list reads', (list, query, kept) => {
  expect(askedOf(list, query)).toBe(kept)
  expect(askedOf(list, kept)).toBe(kept)
  expect(addressOf(list, kept)).toBe(lists[list].path + (kept && `?${kept}`))
  expect(listAt(lists[list].path)).toBe(list)
  expect(listAt(`${lists[list].path}.data`)).toBe(list)
})

test('a saved view is shown above its own list, marked when it is active, and only to its owner', async () => {
  const [admin, other] = [await joinAsAdmin(house), await joinAsAdmin(house)]
  valueFrom(await save(admin, 'Admin', 'roll=admin&ordning=namn'))
  valueFrom(await save(admin, 'Åter', '', 'companies'))
  const query = 'ordning=namn&roll=admin&before=x'
  const { views, file, save: toSave } = await readListTools(house, admin.signedIn, 'users', query)
  expect(views).toMatchObject([{ name: 'Admin', to: '/dashboard/admin/users?roll=admin&ordning=namn', isNow: true }])
  expect(file).toBe('/dashboard/admin/users/export?roll=admin&ordning=namn')
  expect(toSave).toBe('/dashboard/admin/views?lista=users&vy=roll%3Dadmin%26ordning%3Dnamn')
  expect((await readListTools(house, admin.signedIn, 'users', 'x=y')).save).toBe('/dashboard/admin/views?lista=users')
  expect((await readListTools(house, admin.signedIn, 'users', 'roll=admin')).views[0]?.isNow).toBe(false)
  expect(await namesOf(admin, 'companies')).toEqual(['Åter'])
  expect(await namesOf(other)).toEqual([])
  valueFrom(await removeView(asked(other, { view: views[0]?.id ?? '' })))
  expect(await namesOf(admin)).toEqual(['Admin'])
  for (let twice = 0; twice < 2; twice++) valueFrom(await removeView(asked(admin, { view: views[0]?.id ?? '' })))
  expect(await namesOf(admin)).toEqual([])
})

test('saving under the same name, also concurrently, leaves one view with the latest search', async () => {
  const admin = await joinAsAdmin(house)
  await Promise.all([save(admin, 'Samma'), save(admin, 'Samma')])
  valueFrom(await save(admin, ' Samma ', 'roll=company'))
  const { views } = await readListTools(house, admin.signedIn, 'users', '')
  expect(views).toMatchObject([{ name: 'Samma', to: '/dashboard/admin/users?roll=company' }])
})

test('two lists may each have a view of the same name', async () => {
  const admin = await joinAsAdmin(house)
  for (const list of ['users', 'companies']) valueFrom(await save(admin, 'Samma', '', list))
  expect([await namesOf(admin), await namesOf(admin, 'companies')]).toEqual([['Samma'], ['Samma']])
  const own = await readOwnViews(house, admin.signedIn, new URLSearchParams())
  expect(own.lists.map(({ name, views }) => [name, views.length])).toEqual([
    ['users', 1],
    ['companies', 1],
  ])
})

test('a stored view is parsed again when read, so that it cannot lead to another site or an unknown list', async () => {
  const admin = await joinAsAdmin(house)
  const row = { person_id: admin.signedIn.person.id, created_at: house.clock.now() }
  await house.db
    .insertInto('saved_views')
    .values([
      { ...row, list: 'users', name: 'Ond', asked: '@ont.example/?roll=admin', place: 1 },
      { ...row, list: 'constructor', name: 'Ingen lista', asked: '', place: 2 },
    ])
    .execute()
  const own = await readOwnViews(house, admin.signedIn, new URLSearchParams('lista=constructor'))
  expect(own.toSave).toBeNull()
  expect(own.lists.flatMap(({ views }) => views)).toMatchObject([{ name: 'Ond', to: '/dashboard/admin/users' }])
})

test.each([
  ['', 'Skriv vad vyn ska heta'],
  ['a'.repeat(61), 'Det får vara högst 60 tecken'],
  ['två\nrader', 'Skriv på en rad, utan radbrytningar'],
])('refuses the name %j', async (name, word) => {
  expect(refusalFrom(await save(await joinAsAdmin(house), name)).fields).toEqual({ name: word })
})

test('refuses a search of more than 2000 characters, with a message at the name', async () => {
  const admin = await joinAsAdmin(house)
  const query = new URLSearchParams({ q: '€'.repeat(254), slag: 'å'.repeat(100) }).toString()
  for (const asked of [query, decodeURIComponent(query)]) {
    expect(refusalFrom(await save(admin, 'Lång', asked, 'outbox')).fields).toEqual({
      name: 'Urvalet är för långt för att sparas. Sök efter något kortare',
    })
  }
  expect(await namesOf(admin, 'outbox')).toEqual([])
  // Two thousand characters when percent-encoded, which is the limit.
  const long = (more: string) =>
    new URLSearchParams({
      q: '€'.repeat(200) + 'x'.repeat(54),
      slag: '€'.repeat(10) + 'x'.repeat(48) + more,
    }).toString()
  expect(long('')).toHaveLength(2_000)
  refusalFrom(await save(admin, 'Längre', long('x'), 'outbox'))
  valueFrom(await save(admin, 'Längst', long(''), 'outbox'))
})

test('limits the number of views, and an existing one can still be changed', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 0; count < mostViews; count++) valueFrom(await save(admin, `Vy ${count}`))
  expect(refusalFrom(await save(admin, 'En till')).fields.name).toContain('Ta bort en först')
  valueFrom(await save(admin, 'Vy 3', 'roll=member'))
  expect(await namesOf(admin)).toHaveLength(mostViews)
})

test('of several views saved concurrently for the last place one is saved, and removing a view makes room', async () => {
  const admin = await joinAsAdmin(house)
  for (let count = 1; count < mostViews; count++) valueFrom(await save(admin, `Vy ${count}`))
  const [first] = (await readListTools(house, admin.signedIn, 'users', '')).views
  const answers = await Promise.all(['a', 'b', 'c'].map((name) => save(admin, name)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await namesOf(admin)).toHaveLength(mostViews)
  valueFrom(await removeView(asked(admin, { view: first?.id ?? '' })))
  valueFrom(await save(admin, 'I dess ställe'))
  expect(await namesOf(admin)).toHaveLength(mostViews)
})

test('database constraints refuse a place beyond the last and one that is taken', async () => {
  const admin = await joinAsAdmin(house)
  const insert = (name: string, place: number) =>
    writeView(house.db, {
      personId: admin.signedIn.person.id,
      list: 'users',
      name,
      asked: '',
      place,
      at: house.clock.now(),
    })
  await expect(insert('Vy', mostViews + 1)).rejects.toMatchObject({ constraint: 'saved_views_most' })
  await insert('Vy', mostViews)
  await expect(insert('En till', mostViews)).rejects.toMatchObject({ constraint: 'saved_views_place' })
})

test('refuses everybody but administrators, and an unknown list', async () => {
  const [siv, admin] = [await joinAsMember(house), await joinAsAdmin(house)]
  await expect(save(siv, 'x')).rejects.toThrow('not allowed')
  await expect(removeView(asked(siv, { view: 'x' }))).rejects.toThrow('not allowed')
  await expect(readListTools(house, siv.signedIn, 'users', '')).rejects.toThrow('not allowed')
  await expect(readOwnViews(house, siv.signedIn, new URLSearchParams())).rejects.toThrow('not allowed')
  expect(await save(admin, 'x', '', 'constructor')).toEqual(await removeView(asked(admin, { view: 'x' })))
})
