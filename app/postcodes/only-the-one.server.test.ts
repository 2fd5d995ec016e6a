import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database'
import {
  deleteNeighbours,
  insertPostcode,
  lockPostcode,
  readFigures,
  readPostcodes,
  readWaitingAreas,
  updatePostcode,
} from './admin-postcode-store.server'
import { deleteLoadedMap, readLoadedMap, saveLoadedMap } from './map/map-store.server'
import { readSurroundings } from './map/read-surroundings.server'
import type { PostcodeState } from './postcode'
import {
  readNeighbourCodes,
  readNeighbours,
  readOpenOf,
  readOpenPostcodes,
  readPostcode,
  saveNeighbours,
  savePostcode,
} from './postcode-store.server'

/* Each statement runs beside areas that differ in one column: code, name, state, members. */

const database = useDatabase()
const db = () => database.db

const write = (code: string, name: string, state: PostcodeState = 'open', latitude: number | null = 59.3) =>
  savePostcode(db(), { code, name, state, latitude, longitude: latitude === null ? null : 18 })
const count = (code: string, members: number, companies = 0) =>
  db()
    .insertInto('postcode_figures')
    .values({ code, members, companies })
    .onConflict((conflict) => conflict.column('code').doUpdateSet({ members, companies }))
    .execute()

beforeEach(async () => {
  for (const table of ['postcode_maps', 'postcode_neighbours', 'postcode_figures', 'postcodes'] as const)
    await db().deleteFrom(table).execute()
  await write('12599', 'Örby', 'planned')
  await write('12500', 'Älvsjö')
  await write('12600', 'Älvsborg', 'closed')
  await write('13000', 'Solberga')
})

test('finds postcodes by the start of the number, part of the name and state, sorted by number and paged', async () => {
  await count('12500', 7, 3)
  const found = async (asked: Partial<Parameters<typeof readPostcodes>[1]> = {}) =>
    (await readPostcodes(db(), { state: null, text: '', after: null, limit: 9, ...asked })).map(({ code }) => code)
  const all = ['12500', '12599', '12600', '13000']
  expect(await found()).toEqual(all)
  expect(await found({ limit: 2 })).toEqual(all.slice(0, 2))
  expect(await found({ after: '12599' })).toEqual(all.slice(2))
  expect(await found({ state: 'open' })).toEqual(['12500', '13000'])
  expect(await found({ text: '125' })).toEqual(['12500', '12599'])
  expect(await found({ text: '1 26' })).toEqual(['12600'])
  expect(await found({ text: '13000' })).toEqual(['13000'])
  expect(await found({ text: '130001' })).toEqual([])
  expect(await found({ text: 'alvs' })).toEqual(['12500', '12600'])
  expect(await found({ text: 'sjö' })).toEqual(['12500'])
  expect(await found({ text: 'Nowhere' })).toEqual([])
  const rows = await readPostcodes(db(), { state: 'open', text: '', after: null, limit: 9 })
  expect(rows).toEqual([
    { code: '12500', name: 'Älvsjö', state: 'open', members: 7, companies: 3 },
    { code: '13000', name: 'Solberga', state: 'open', members: 0, companies: 0 },
  ])
  expect([await readFigures(db(), '12500'), await readFigures(db(), '13000')]).toEqual([
    { members: 7, companies: 3 },
    { members: 0, companies: 0 },
  ])
})

test('lists postcodes that are not open by the number of members who wait, also unknown ones', async () => {
  await count('12500', 9)
  await count('12599', 2)
  await count('12600', 2)
  await count('99999', 5)
  await count('99998', 0, 4)
  await count('99997', 1)
  const waiting = await readWaitingAreas(db(), 9)
  expect(waiting.map(({ code, name, members }) => [code, name, members])).toEqual([
    ['99999', null, 5],
    ['12599', 'Örby', 2],
    ['12600', 'Älvsborg', 2],
    ['99997', null, 1],
  ])
  expect(await readWaitingAreas(db(), 1)).toHaveLength(1)
})

test('inserts, updates and locks one postcode and leaves the others alone', async () => {
  const others = async () =>
    (await readPostcodes(db(), { state: null, text: '', after: null, limit: 9 })).filter(({ code }) => code !== '14000')
  const before = await others()
  const given = { code: '14000', name: 'Handen', latitude: 59.1, longitude: 18.1 }
  expect([await insertPostcode(db(), given), await insertPostcode(db(), { ...given, name: 'En annan' })]).toEqual([
    true,
    false,
  ])
  expect(await readPostcode(db(), '14000')).toEqual({ ...given, state: 'planned' })
  await updatePostcode(db(), '14000', { state: 'open', latitude: null, longitude: null })
  expect(await lockPostcode(db(), '14000')).toEqual({ ...given, state: 'open', latitude: null, longitude: null })
  expect(await lockPostcode(db(), '14001')).toBeUndefined()
  await savePostcode(db(), { ...given, state: 'closed' })
  expect(await readPostcode(db(), '14000')).toEqual({ ...given, state: 'closed' })
  expect(await others()).toEqual(before)
})

test('neighbours are mutual, and deleting a pair leaves other pairs alone', async () => {
  for (const [one, other] of [
    ['12500', '13000'],
    ['12500', '12599'],
    ['12599', '13000'],
    ['12500', '13000'],
  ] as const)
    await saveNeighbours(db(), one, other)
  const codes = async () => Object.fromEntries(await readNeighbourCodes(db(), ['12500', '12599', '12600']))
  expect(await codes()).toEqual({ '12500': ['12599', '13000'], '12599': ['12500', '13000'] })
  expect((await readNeighbours(db(), '12500')).map(({ code, name }) => [code, name])).toEqual([
    ['12599', 'Örby'],
    ['13000', 'Solberga'],
  ])
  expect(await readNeighbourCodes(db(), [])).toEqual(new Map())
  await deleteNeighbours(db(), '13000', '12500')
  expect(await codes()).toEqual({ '12500': ['12599'], '12599': ['12500', '13000'] })
  expect((await readNeighbours(db(), '13000')).map(({ code }) => code)).toEqual(['12599'])
})

test('lists open postcodes sorted and paged, and tells which of given codes are open', async () => {
  await write('12400', 'Hagsätra')
  expect(await readOpenPostcodes(db(), null, 9)).toEqual([
    { code: '12400', name: 'Hagsätra' },
    { code: '12500', name: 'Älvsjö' },
    { code: '13000', name: 'Solberga' },
  ])
  expect((await readOpenPostcodes(db(), '12400', 1)).map(({ code }) => code)).toEqual(['12500'])
  expect(await readOpenOf(db(), ['12500', '12599', '99999'])).toEqual(new Set(['12500']))
  expect(await readOpenOf(db(), ['13000'])).toEqual(new Set(['13000']))
  expect(await readOpenOf(db(), [])).toEqual(new Set())
})

test('a loaded map belongs to one postcode, replaces the one before, and its surroundings include known centres only', async () => {
  const loadedAt = new Date('2026-11-20T12:00:00Z')
  const map = { source: 'Stockholms stad', areas: [{ name: 'Älvsjö', rings: [] }] as never[], loadedAt }
  await saveLoadedMap(db(), '13000', map)
  for (const source of ['En äldre', 'Stockholms stad']) await saveLoadedMap(db(), '12500', { ...map, source })
  await write('12599', 'Örby', 'planned', null)
  // A latitude without a longitude is no place.
  await updatePostcode(db(), '12599', { latitude: 59.3 })
  for (const other of ['13000', '12599']) await saveNeighbours(db(), '12500', other)
  const place = { latitude: 59.3, longitude: 18 }
  const middles = [
    { name: 'Älvsjö', place },
    { name: 'Solberga', place },
  ]
  expect(await readSurroundings(db(), '12500')).toEqual({ middles, areas: map.areas, loaded: map })
  expect([await deleteLoadedMap(db(), '12500'), await deleteLoadedMap(db(), '12500')]).toEqual([true, false])
  expect(await readLoadedMap(db(), '13000')).toEqual(map)
  expect(await readSurroundings(db(), '12500')).toEqual({ middles, areas: [], loaded: null })
  expect(await readSurroundings(db(), '99999')).toEqual({ middles: [], areas: [], loaded: null })
})
