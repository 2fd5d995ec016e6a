import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database'
import { type AuditSearch, everything } from './audit-search'
import {
  countRefusals,
  readAudit,
  readDeeds,
  recordAudit,
  recordExport,
  recordRefusal,
  searchAudit,
} from './audit-store.server'

const database = useDatabase()
const at = new Date('2026-11-20T12:00:00Z')
const [siv, olle] = [randomUUID(), randomUUID()]
const actor = (id: string) => ({ address: '192.0.2.1', person: { id } })

type Given = { by?: string; deed?: 'hide company' | 'look at person'; kind?: 'company' | 'person'; id?: string }

/** Writes an entry that the test identifies by its reason. */
const write = (reason: string, { by = siv, deed = 'hide company', kind = 'company', id = 'c1' }: Given = {}) =>
  recordAudit(database.db, { at, actor: actor(by), deed, subject: { kind, id }, reason, before: {}, after: {} })
const reasonsOf = (rows: { reason: string | null }[]) => rows.map(({ reason }) => reason)
const search = async (
  asked: Partial<AuditSearch>,
  before: string | null = null,
  limit = 10,
  order?: { down: boolean },
) => reasonsOf(await searchAudit(database.db, { ...everything, ...asked }, before, limit, order))

test('searches the audit log by each filter, with keyset pagination in both orders', async () => {
  await write('one')
  await write('by another', { by: olle })
  await write('another deed', { deed: 'look at person' })
  await write('of another kind', { kind: 'person' })
  await write('of another', { id: 'c2' })
  const all = ['of another', 'of another kind', 'another deed', 'by another', 'one']
  const without = (...left: string[]) => all.filter((reason) => !left.includes(reason))
  expect(await search({})).toEqual(all)
  expect(await search({ actorId: siv })).toEqual(without('by another'))
  expect(await search({ deed: 'hide company' })).toEqual(without('another deed'))
  expect(await search({ subjectKind: 'company' })).toEqual(without('of another kind'))
  expect(await search({ subjectKind: 'company', subjectId: 'c1' })).toEqual(without('of another kind', 'of another'))
  expect(await search({ until: '2000-01-01' })).toEqual([])
  expect(await search({ until: '2199-12-31' })).toEqual(all)
  expect(await search({}, null, 2)).toEqual(all.slice(0, 2))
  const [, second] = await searchAudit(database.db, everything, null, 2)
  expect(await search({}, second?.id ?? null)).toEqual(all.slice(2))
  expect(await search({}, second?.id ?? null, 10, { down: false })).toEqual(['of another'])
  expect(await search({}, null, 10, { down: false })).toEqual(all.toReversed())
})

test('reads the entries of one subject only', async () => {
  const rows = await readAudit(database.db, { kind: 'company', id: 'c1' }, 10)
  expect(reasonsOf(rows)).toEqual(['another deed', 'by another', 'one'])
  expect(rows[1]).toMatchObject({ at, actorId: olle, deed: 'hide company', before: {}, after: {} })
  expect(await readAudit(database.db, { kind: 'company', id: 'c1' }, 2)).toHaveLength(2)
})

test('an export entry has its query, cut to a hundred characters, or ”alla” when there was none', async () => {
  const asked = `q=${'x'.repeat(200)}`
  for (const one of ['', 'roll=member', asked])
    await recordExport(database.db, { at, actor: actor(olle), deed: 'export people', asked: one })
  const [cut, some, all] = await searchAudit(database.db, { ...everything, deed: 'export people' }, null, 5)
  expect([cut?.subjectId, some?.subjectId, all?.subjectId]).toEqual([asked.slice(0, 100), 'roll=member', 'alla'])
  expect(all).toMatchObject({ subjectKind: 'list', actorId: olle, address: '192.0.2.1', reason: null })
})

test('refusals are counted from a time up to a limit, and are no deeds', async () => {
  const refuse = (minutes: number) =>
    recordRefusal(database.db, {
      at: new Date(at.getTime() + minutes * 60_000),
      actorId: null,
      address: '198.51.100.1',
      door: 'GET /dashboard/admin',
      as: 'signed out',
    })
  expect(await countRefusals(database.db, at, 10)).toBe(0)
  for (const minutes of [-1, 0, 1]) await refuse(minutes)
  expect(await countRefusals(database.db, at, 10)).toBe(2)
  expect(await countRefusals(database.db, at, 1)).toBe(1)
  const deeds = await readDeeds(database.db, 3)
  expect(deeds.map(({ deed }) => deed)).toEqual(['export people', 'export people', 'export people'])
  expect(await readDeeds(database.db, 50)).toHaveLength(8)
})
