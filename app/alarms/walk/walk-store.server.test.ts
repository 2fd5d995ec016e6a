import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Walks } from '../../../db/schema'
import { openNeighbourhood, press } from '../../../test/support/alarms'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { exportWalks } from './export-walks.server'
import {
  deleteWalksOver,
  endWalkWell,
  insertWalk,
  lockDueWalk,
  readLatestWalk,
  readWalkByLink,
  updateHomeAt,
  updateSharing,
  writeAsked,
  writePosition,
  writeRaised,
} from './walk-store.server'

/** A member's walk home, beside another member's and beside an ended one of their own. */

const house = useHouse()
let now: Date
let own: string
let other: string
const from = (ms: number) => new Date(now.getTime() + ms)
const place = { latitude: 59.27, longitude: 18.01, accuracyM: 7 }
const placed = { latitude: 59.27, longitude: 18.01, accuracy_m: 7 }
const forgotten = { latitude: null, longitude: null, accuracy_m: null, positioned_at: null }

beforeEach(async () => {
  await house.db.deleteFrom('walks').execute()
  now = house.clock.now()
  own = (await joinAsMember(house)).signedIn.person.id
  other = (await joinAsMember(house)).signedIn.person.id
})

async function walk(given: Partial<Insertable<Walks>> = {}) {
  const row = { member_id: own, key: randomUUID(), home_at: from(60_000), due_at: from(60_000), created_at: now }
  const { id } = await house.db
    .insertInto('walks')
    .values({ ...row, ...given })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const row = (id: string) => house.db.selectFrom('walks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const over = (ms = 0) => ({ state: 'home' as const, ended_at: from(ms) })
const sharing = { shares_position: true, ...placed }

test('readLatestWalk returns the member’s newest walk, and readWalkByLink the walk of that link', async () => {
  await walk(over())
  const newest = await walk({ link_hash: 'a'.repeat(64) })
  const theirs = await walk({ member_id: other, link_hash: 'b'.repeat(64) })
  expect(await readLatestWalk(house.db, own)).toMatchObject({ id: newest, memberId: own, state: 'walking' })
  expect([
    await readWalkByLink(house.db, 'a'.repeat(64)),
    await readWalkByLink(house.db, 'b'.repeat(64)),
  ]).toMatchObject([{ id: newest }, { id: theirs }])
  expect(await readWalkByLink(house.db, 'c'.repeat(64))).toBeUndefined()
})

test('insertWalk starts one walk per member, idempotently by key', async () => {
  const key = randomUUID()
  const begin = (given: object = {}) =>
    insertWalk(house.db, { memberId: own, key, homeAt: from(5), sharesPosition: true, ...given }, now)
  expect(await begin()).toBe(true)
  expect(await begin()).toBe(false)
  expect(await begin({ key: randomUUID() })).toBe(false)
  expect(await begin({ memberId: other, key: randomUUID(), sharesPosition: false })).toBe(true)
  expect(await readLatestWalk(house.db, own)).toMatchObject({ homeAt: from(5), dueAt: from(5), sharesPosition: true })
  expect(await readLatestWalk(house.db, other)).toMatchObject({ sharesPosition: false })
})

test('endWalkWell ends a walk once, by member or link, and deletes its position', async () => {
  const first = await walk({ ...sharing, positioned_at: now })
  const theirs = await walk({ member_id: other, link_hash: 'b'.repeat(64), ...sharing, positioned_at: now })
  expect(await endWalkWell(house.db, { memberId: own }, 'cancelled', from(1))).toBe(true)
  expect(await endWalkWell(house.db, { memberId: own }, 'home', from(2))).toBe(false)
  expect(await row(first)).toMatchObject({ state: 'cancelled', ended_at: from(1), ...forgotten })
  expect(await row(theirs)).toMatchObject({ state: 'walking', ...placed })
  expect(await endWalkWell(house.db, { linkHash: 'c'.repeat(64) }, 'home', from(3))).toBe(false)
  expect(await endWalkWell(house.db, { linkHash: 'b'.repeat(64) }, 'home', from(3))).toBe(true)
  expect(await row(theirs)).toMatchObject({ state: 'home', ended_at: from(3), ...forgotten })
})

test('a position is stored only for the open walk while sharing is on, and deleted when it is turned off', async () => {
  const ended = await walk({ ...over(), shares_position: true })
  const open = await walk()
  const theirs = await walk({ member_id: other, ...sharing, positioned_at: now })
  expect(await writePosition(house.db, own, place, from(1))).toBe(false)
  await updateSharing(house.db, own, true)
  expect(await writePosition(house.db, own, place, from(1))).toBe(true)
  expect(await row(open)).toMatchObject({ ...placed, positioned_at: from(1) })
  expect(await row(ended)).toMatchObject(forgotten)
  await updateSharing(house.db, own, true)
  expect(await row(open)).toMatchObject(placed)
  await updateSharing(house.db, own, false)
  expect(await row(open)).toMatchObject({ shares_position: false, ...forgotten })
  expect([(await row(ended)).shares_position, (await row(theirs)).latitude]).toEqual([true, 59.27])
})

test('lockDueWalk returns the longest overdue open walk, and one asked by a clock that was ahead', async () => {
  const late = await walk({ due_at: now, home_at: now, ...sharing, positioned_at: now })
  const later = await walk({ member_id: other, due_at: from(-5) })
  await walk({ ...over(), due_at: from(-99) })
  const due = async (at: Date, but: string[] = []) =>
    house.db.transaction().execute(async (db) => lockDueWalk(db, at, but))
  expect(await due(from(-6))).toBeUndefined()
  expect(await due(from(-5))).toMatchObject({ id: later, memberId: other, state: 'walking', position: null })
  expect((await due(now))?.id).toBe(later)
  expect(await due(from(-1), [later])).toBeUndefined()
  expect(await due(now, [later])).toEqual({ id: late, memberId: own, state: 'walking', homeAt: now, position: place })

  await writeAsked(house.db, late, { linkHash: 'a'.repeat(64), dueAt: from(300_000) }, from(10_000))
  expect(await row(later)).toMatchObject({ state: 'walking', link_hash: null })
  expect(await due(from(5_000), [later])).toBeUndefined()
  expect(await due(from(4_999), [later])).toMatchObject({ id: late, state: 'asked' })
  expect(await due(from(300_000), [later])).toMatchObject({ id: late, state: 'asked' })
  await updateHomeAt(house.db, late, from(900_000))
  expect(await row(late)).toMatchObject({
    state: 'walking',
    home_at: from(900_000),
    due_at: from(900_000),
    asked_at: null,
  })
  expect(await row(later)).toMatchObject({ due_at: from(-5) })
})

test('a raised walk belongs to its alarm, old ended walks are deleted, and the export has what is kept', async () => {
  const { member } = await openNeighbourhood(house)
  const { alarmId } = await press(house, member)
  const raised = await walk({ ...sharing, positioned_at: now })
  const theirs = await walk({ member_id: other })
  await writeRaised(house.db, raised, alarmId, from(1))
  expect(await row(raised)).toMatchObject({ state: 'raised', alarm_id: alarmId, ended_at: from(1), ...forgotten })
  const open = await walk({ ...sharing, positioned_at: from(2), created_at: from(2) })
  const kept = { began: now, hemma: from(60_000) }
  expect(await exportWalks(house.db, own)).toEqual([
    {
      ...{ började: kept.began, hemma: kept.hemma, slutade: from(1), läge: 'Larmet gick' },
      ...{ latitud: null, longitud: null, skickad: null },
    },
    {
      ...{ började: from(2), hemma: kept.hemma, slutade: null, läge: 'På väg' },
      ...{ latitud: 59.27, longitud: 18.01, skickad: from(2) },
    },
  ])
  expect(await deleteWalksOver(house.db, from(1))).toBe(0)
  expect(await deleteWalksOver(house.db, from(2))).toBe(1)
  const left = (await house.db.selectFrom('walks').select('id').execute()).map(({ id }) => id)
  expect(left.toSorted()).toEqual([theirs, open].toSorted())
})
