import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { giveOwner, openPartner } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import {
  claimPolls,
  claimUntold,
  deleteCentre,
  readCentre,
  readSealedKeys,
  replaceSealedKey,
  upsertCentre,
} from './centre-store.server'
import { exportCentres, forgetCentresOf } from './forget-centres.server'
import { deleteSignalsBefore, readSignals, settleExchange, takeLine, takeLineFor } from './signal-store.server'

/** One company's centre beside another's: due polls, the line lease and the signals. */

const house = useHouse()
let now: Date
let own: string
let other: string
const from = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const centre = {
  ...{ name: 'Larm AB', host: 'larm.exempel.se', port: 12_000, account: '12AB', receiver: '1', line: '0' },
  ...{ format: 'SIA-DCS' as const, pollS: 90 },
}

beforeEach(async () => {
  await house.db.deleteFrom('alarm_centres').execute()
  now = house.clock.now()
  own = (await openPartner(house)).id
  other = (await openPartner(house)).id
  await upsertCentre(house.db, own, { ...centre, sealedKey: 'k1' }, now)
  await upsertCentre(house.db, other, { ...centre, name: 'Annan', sealedKey: 'k2' }, now)
})

const set = (row: object, id = own) =>
  house.db.updateTable('alarm_centres').set(row).where('company_id', '=', id).execute()
const rowOf = (id: string) =>
  house.db.selectFrom('alarm_centres').selectAll().where('company_id', '=', id).executeTakeFirstOrThrow()

test('changing a centre resets its poll state, and keeps its sequence number and zone', async () => {
  await set({ next_number: 7, next_zone: 3, skew_ms: 500, polled_at: now, answered_at: now, failed_because: 'NAK' })
  await set({ told_silent_at: now })
  const theirs = await rowOf(other)
  await upsertCentre(house.db, own, { ...centre, name: 'Ny Larm', pollS: 180 }, from(5))
  expect(await rowOf(own)).toMatchObject({
    ...{ name: 'Ny Larm', poll_s: 180, sealed_key: 'k1', next_number: 7, next_zone: 3, skew_ms: 0 },
    ...{ polled_at: null, answered_at: null, failed_because: null, told_silent_at: null },
    ...{ changed_at: from(5), next_poll_at: from(5) },
  })
  expect(await readCentre(house.db, own)).toMatchObject({ hasKey: true, pollS: 180 })
  await upsertCentre(house.db, own, { ...centre, sealedKey: null }, from(6))
  expect(await readCentre(house.db, own)).toMatchObject({ hasKey: false })
  expect(await rowOf(other)).toEqual(theirs)
})

test('claims a centre’s poll once when it is due, or when its next time is impossibly far ahead', async () => {
  await set({ next_poll_at: from(10) }, other)
  await set({ next_poll_at: from(5) })
  expect(await claimPolls(house.db, from(4.9), 9)).toEqual([])
  expect(await claimPolls(house.db, from(10), 1)).toEqual([own])
  expect((await rowOf(own)).next_poll_at).toEqual(from(18))
  expect(await claimPolls(house.db, from(10), 9)).toEqual([other])
  // After the clock was set back: a next poll further ahead than one interval is invalid, so the centre counts as due.
  await set({ next_poll_at: from(200) }, other)
  expect(await claimPolls(house.db, from(17.9), 9)).toEqual([other])
  await set({ next_poll_at: from(100) })
  await set({ next_poll_at: from(100) }, other)
  expect(await claimPolls(house.db, from(10), 9)).toEqual([])
  expect((await claimPolls(house.db, from(9.9), 9)).toSorted()).toEqual([own, other].toSorted())
})

test('reports a silent centre once, with its last answer', async () => {
  const long = { polled_at: from(-5), answered_at: from(-200), changed_at: from(-999) }
  await set(long)
  await set({ ...long, answered_at: from(-100) }, other)
  expect(await claimUntold(house.db, now)).toEqual([{ companyId: own, name: 'Larm AB', answeredAt: from(-200) }])
  expect(await claimUntold(house.db, now)).toEqual([])
  expect(await rowOf(other)).toMatchObject({ told_silent_at: null })
})

test('the lease of a line lasts twelve seconds, for one company’s centre', async () => {
  expect(await takeLine(house.db, own, now)).toMatchObject({ host: 'larm.exempel.se', sealedKey: 'k1', skewMs: 0 })
  expect(await takeLine(house.db, own, from(11.9))).toBeNull()
  expect(await takeLine(house.db, other, now)).toMatchObject({ sealedKey: 'k2' })
  expect(await takeLine(house.db, own, from(12))).not.toBeNull()
  // A lease written by a clock that has since been set back: up to 12 seconds ahead it is valid, beyond that it counts
  // as free.
  expect(await takeLine(house.db, own, from(12))).toBeNull()
  expect(await takeLine(house.db, own, from(11.9))).not.toBeNull()
  expect(await takeLine(house.db, randomUUID(), now)).toBeNull()
})

const said = (given: object = {}) => ({
  id: randomUUID(),
  companyId: own,
  subject: null,
  kind: 'panic' as const,
  ...given,
})
const exchange = (signalId: string | null, given: object = {}) => ({
  ...{ companyId: own, signalId, outcome: 'arrived', hasArrived: true, skewMs: 1.6 },
  ...given,
})
async function speak(given: object, at: Date) {
  const signal = said(given)
  const line = await takeLineFor(house.db, signal, at)
  await settleExchange(house.db, exchange(signal.id), at)
  return line && { kind: line.kind, number: line.number, zone: line.zone }
}

test('a signal has the next number and its alarm’s zone, a test has zone 0, and "over" ends duress if it was sent', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  expect(await speak({ subject: one }, now)).toEqual({ kind: 'panic', number: 1, zone: 1 })
  expect(await speak({ kind: 'test' }, now)).toEqual({ kind: 'test', number: 2, zone: 0 })
  expect(await speak({ subject: two, kind: 'duress' }, now)).toEqual({ kind: 'duress', number: 3, zone: 2 })
  expect(await speak({ subject: two }, now)).toEqual({ kind: 'panic', number: 4, zone: 2 })
  expect(await speak({ subject: two, kind: 'over' }, now)).toEqual({ kind: 'duress over', number: 5, zone: 2 })
  expect(await speak({ subject: one, kind: 'over' }, now)).toEqual({ kind: 'panic over', number: 6, zone: 1 })
  expect(await speak({ subject: one, companyId: other }, now)).toEqual({ kind: 'panic', number: 1, zone: 1 })
  await set({ next_zone: 999 })
  expect(await speak({ subject: randomUUID() }, now)).toMatchObject({ zone: 999 })
  expect(await speak({ subject: randomUUID() }, now)).toMatchObject({ zone: 1 })
})

test('a repeated signal keeps its number and counts another attempt', async () => {
  const signal = said({ subject: randomUUID() })
  await takeLineFor(house.db, signal, now)
  expect(await takeLineFor(house.db, signal, from(1))).toBeNull()
  await settleExchange(house.db, exchange(signal.id, { outcome: 'NAK', hasArrived: false }), from(1))
  expect(await rowOf(own)).toMatchObject({ line_until: null, failed_because: 'NAK', answered_at: null, skew_ms: 2 })
  expect(await readSignals(house.db, own, 9)).toMatchObject([{ id: signal.id, number: 1, tries: 1, outcome: 'NAK' }])
  expect(await takeLineFor(house.db, signal, from(2))).toMatchObject({ number: 1 })
  expect(await readSignals(house.db, own, 9)).toMatchObject([{ tries: 2, outcome: null }])
  expect((await rowOf(own)).next_number).toBe(2)
})

test('stores the result of an exchange for that centre, and schedules the next poll only after an answer', async () => {
  await set({ next_poll_at: from(8), told_silent_at: now })
  const theirs = await rowOf(other)
  await settleExchange(house.db, exchange(null, { outcome: 'no answer in time', hasArrived: false }), from(1))
  expect(await rowOf(own)).toMatchObject({
    ...{ polled_at: from(1), next_poll_at: from(8), answered_at: null, failed_because: 'no answer in time' },
    told_silent_at: now,
  })
  await settleExchange(house.db, exchange(null, { outcome: 'kept', hasArrived: false }), from(2))
  expect(await rowOf(own)).toMatchObject({ failed_because: null, told_silent_at: now })
  await settleExchange(house.db, exchange(null), from(3))
  const answered = { polled_at: from(3), next_poll_at: from(93), answered_at: from(3), told_silent_at: null }
  expect(await rowOf(own)).toMatchObject(answered)
  // A delivered signal counts as an answer, but not as a poll.
  await settleExchange(house.db, exchange(randomUUID()), from(4))
  expect(await rowOf(own)).toMatchObject({ ...answered, answered_at: from(4) })
  expect(await rowOf(other)).toEqual(theirs)
})

test('reads a company’s signals newest first, and deletes those before a given time', async () => {
  for (const nth of [0, 1, 2]) await speak({ kind: 'test' }, from(nth * 20))
  await speak({ companyId: other }, now)
  const numbers = async (most = 9) => (await readSignals(house.db, own, most)).map(({ number }) => number)
  expect([await numbers(), await numbers(2)]).toEqual([
    [3, 2, 1],
    [3, 2],
  ])
  await deleteSignalsBefore(house.db, from(20))
  expect(await numbers()).toEqual([3, 2])
})

test('replaces a sealed key only if it is unchanged, and exports and deletes only the owner’s centre', async () => {
  expect((await readSealedKeys(house.db)).toSorted()).toEqual(['k1', 'k2'])
  await replaceSealedKey(house.db, 'k1', 'k3')
  await replaceSealedKey(house.db, 'k1', 'k4')
  expect((await readSealedKeys(house.db)).toSorted()).toEqual(['k2', 'k3'])
  const owner = await giveOwner(house, own)
  expect(await exportCentres(house.db, owner)).toEqual([
    { namn: 'Larm AB', adress: 'larm.exempel.se:12000', konto: '12AB', format: 'SIA-DCS', ändrad: now },
  ])
  await forgetCentresOf(house.db, owner)
  expect([await readCentre(house.db, own), (await readCentre(house.db, other))?.name]).toEqual([undefined, 'Annan'])
  expect([await deleteCentre(house.db, own), await deleteCentre(house.db, other)]).toEqual([false, true])
})
