import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { upsertSubscription } from '~/notifications/public.server'
import { employGuard, giveOwner, guardRow, letIn, newPhone, openPartner, setAreas } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { readCoverageOf } from './coverage/coverage-store.server'
import { readDispatchList, readSharedPlaces } from './dispatch-store.server'
import { beginDuty, isGuardOf, markTested, readGuardByToken, setPosition, stayOnDuty } from './guard-store.server'
import { hashOfSecret } from './link/guard-cookie.server'
import { forgetBrowser, markBrowserSeen, openLink, setLink } from './link/link-store.server'
import { updateGuard } from './own/own-guards-store.server'

/** Each statement about a guard runs beside another guard who differs in one column only. */

const house = useHouse()
const hour = 3_600_000
const from = (now: Date, ms: number) => new Date(now.getTime() + ms)
const gone = (now: Date) => ({
  ...{ removed_at: now, phone: null, phone_verified_at: null, on_duty_since: null, on_duty_until: null },
})

test('isGuardOf is true only for the guard’s own company, and not after they are removed', async () => {
  const [one, other] = [await openPartner(house), await openPartner(house)]
  const [here, left] = [await employGuard(house, one.id), await employGuard(house, one.id, gone(house.clock.now()))]
  const asked = [here, left, randomUUID()].flatMap((guard) => [one, other].map(({ id }) => ({ guard, id })))
  const answers = await Promise.all(asked.map(({ guard, id }) => isGuardOf(house.db, guard, id)))
  expect(answers).toEqual([true, false, false, false, false, false])
})

test('a removed guard is not changed by going on duty, a test, a new name, number or link', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const left = await employGuard(house, id, gone(now))
  const before = await guardRow(house.db, left)
  await beginDuty(house.db, left, from(now, hour), now)
  await markTested(house.db, left, now)
  await updateGuard(house.db, id, left, { name: 'Bo Ny', phone: newPhone() })
  await setLink(house.db, id, left, { hash: hashOfSecret(randomUUID()), keepsBrowser: false }, now)
  expect(await guardRow(house.db, left)).toEqual(before)
})

test('renewing duty keeps its start, duty that has ended starts anew, and none lasts longer than a day', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const since = async (on_duty_since: Date, on_duty_until: Date, until: Date) => {
    const guard = await employGuard(house, id, { on_duty_since, on_duty_until })
    await beginDuty(house.db, guard, until, now)
    const row = await guardRow(house.db, guard)
    expect(row.on_duty_until).toEqual(until)
    return row.on_duty_since
  }
  expect(await since(from(now, -2 * hour), from(now, hour), from(now, 8 * hour))).toEqual(from(now, -2 * hour))
  expect(await since(from(now, -2 * hour), now, from(now, 8 * hour))).toEqual(now)
  expect(await since(from(now, -20 * hour), from(now, hour), from(now, 12 * hour))).toEqual(from(now, -12 * hour))
  // A guard who was off duty is on duty from now on.
  const off = await employGuard(house, id, { on_duty_since: null, on_duty_until: null })
  await stayOnDuty(house.db, off, from(now, hour), now)
  expect(await guardRow(house.db, off)).toMatchObject({ on_duty_since: now, on_duty_until: from(now, hour) })
})

test('a position is stored until duty ends and not after', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const guard = await employGuard(house, id, { on_duty_since: from(now, -hour), on_duty_until: now })
  const place = { latitude: 59.3, longitude: 18.1 }
  await setPosition(house.db, guard, place, now)
  expect((await guardRow(house.db, guard)).position_at).toBeNull()
  await setPosition(house.db, guard, place, from(now, -1))
  expect(await guardRow(house.db, guard)).toMatchObject({ ...place, position_at: from(now, -1) })
})

test('duty ends at its last moment, for the dispatch list and for the coverage', async () => {
  const { id, postcode } = await openPartner(house)
  const now = house.clock.now()
  await employGuard(house, id, { on_duty_since: from(now, -hour), on_duty_until: now })
  const at = async (moment: Date) => [
    (await readDispatchList(house.db, [postcode], moment)).length,
    (await readCoverageOf(house.db, postcode, moment)).level,
  ]
  expect([await at(from(now, -1)), await at(now)]).toEqual([
    [1, 'staffed'],
    [0, 'nobody'],
  ])
})

test('an unopened link, an unused browser and a year-old browser expire at the exact moment', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const days = (count: number) => from(now, count * 24 * hour)
  const key = randomUUID()
  const unused = await employGuard(house, id, letIn(key, now))
  const used = randomUUID()
  await employGuard(house, id, { ...letIn(used, now), browser_seen_at: days(364) })
  const inside = async (one: string, at: Date) => (await readGuardByToken(house.db, one, at)) !== null
  expect([await inside(key, from(days(30), -1)), await inside(key, days(30))]).toEqual([true, false])
  expect([await inside(used, from(days(365), -1)), await inside(used, days(365))]).toEqual([true, false])

  const link = { linkHash: hashOfSecret(randomUUID()), browserHash: hashOfSecret(randomUUID()) }
  await setLink(house.db, id, unused, { hash: link.linkHash, keepsBrowser: false }, now)
  expect(await openLink(house.db, link, days(30))).toBeNull()
  expect(await openLink(house.db, link, from(days(30), -1))).toEqual({ id: unused, companyId: id })
})

test('a repeated test of a phone keeps when it was first verified', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const [old, never] = [
    await employGuard(house, id, { phone_verified_at: from(now, -hour) }),
    await employGuard(house, id, { phone_verified_at: null }),
  ]
  for (const guard of [old, never]) await markTested(house.db, guard, now)
  expect(await guardRow(house.db, old)).toMatchObject({ tested_at: now, phone_verified_at: from(now, -hour) })
  expect(await guardRow(house.db, never)).toMatchObject({ tested_at: now, phone_verified_at: now })
})

test('a browser’s last use is stored at most once an hour, and forgetting it leaves colleagues alone', async () => {
  const { id } = await openPartner(house)
  const now = house.clock.now()
  const [key, other] = [randomUUID(), randomUUID()]
  const guard = await employGuard(house, id, { ...letIn(key, now), latitude: 59.3, longitude: 18.1, position_at: now })
  const colleague = await employGuard(house, id, letIn(other, now))
  const theirs = await guardRow(house.db, colleague)
  await markBrowserSeen(house.db, guard, from(now, hour))
  expect((await guardRow(house.db, guard)).browser_seen_at).toEqual(now)
  await markBrowserSeen(house.db, guard, from(now, hour + 1))
  expect((await guardRow(house.db, guard)).browser_seen_at).toEqual(from(now, hour + 1))

  const seen = await Promise.all([key, other].map((one) => readGuardByToken(house.db, one, now)))
  expect(seen).toMatchObject([
    { id: guard, isPositionShared: true, rings: 'never', companyName: 'Vakt AB' },
    { id: colleague, isPositionShared: false },
  ])
  await forgetBrowser(house.db, guard)
  expect(await readGuardByToken(house.db, key, now)).toBeNull()
  expect(await guardRow(house.db, colleague)).toEqual(theirs)
})

test('the dispatch list has each person once, guards before their owner, with the channels that each has', async () => {
  const [one, two] = [await openPartner(house), await openPartner(house)]
  await setAreas(house, one.id, [one.postcode, two.postcode])
  const owner = await giveOwner(house, one.id)
  await house.db.updateTable('profiles').set({ phone: '+46701740611' }).where('id', '=', owner).execute()
  await house.db.updateTable('profiles').set({ phone_verified_at: house.clock.now() }).where('id', '=', owner).execute()
  const pushed = await employGuard(house, one.id, { rings: 'alarms', name: 'Ali Rahimi' })
  const browser = { endpoint: `https://push.test/${pushed}`, p256dh: 'x', auth: 'x', device: 'Chrome' }
  await upsertSubscription(house.db, { kind: 'guard', id: pushed }, browser, house.clock.now())
  const silent = await employGuard(house, one.id)
  const other = await employGuard(house, two.id)
  const list = await readDispatchList(house.db, [one.postcode, two.postcode], house.clock.now())
  const byOwn = [pushed, silent].toSorted()
  const guards = byOwn.map((guardId) => ({
    ...{ guardId, personId: null, email: null, hasCentre: false, companyId: one.id },
    ...{ hasPush: guardId === pushed, rings: guardId === pushed ? 'alarms' : 'never' },
    areas: expect.arrayContaining([one.postcode, two.postcode]),
  }))
  const ownersRow = {
    guardId: null,
    personId: owner,
    name: 'Olle Ägare',
    phone: '+46701740611',
    email: null,
    rings: 'never',
  }
  const first = [...guards, { ...ownersRow, hasPush: false, hasCentre: false }]
  const second = [{ guardId: other, companyId: two.id, areas: [two.postcode] }]
  expect(list).toMatchObject(one.id < two.id ? [...first, ...second] : [...second, ...first])
})

test('a position exactly half an hour old is no longer listed', async () => {
  const { id, postcode } = await openPartner(house)
  const now = house.clock.now()
  const half = from(now, -hour / 2)
  const since = { on_duty_since: from(now, -hour) }
  await employGuard(house, id, { ...since, latitude: 59.28, longitude: 18.01, position_at: half })
  expect(await readDispatchList(house.db, [postcode], now)).toMatchObject([{ latitude: null, longitude: null }])
  expect(await readDispatchList(house.db, [postcode], from(now, -1))).toMatchObject([{ latitude: 59.28 }])
})

test('readSharedPlaces returns at most 30 guards on duty nearby with a fresh position, nearest first', async () => {
  const [one, two] = [await openPartner(house), await openPartner(house, { name: 'Nattvakt AB' })]
  const now = house.clock.now()
  const here = { latitude: 60.28, longitude: 18 }
  const at = async (name: string, given: Parameters<typeof employGuard>[2], company = one.id) =>
    employGuard(house, company, {
      ...{ name, on_duty_since: from(now, -hour), latitude: 60.28, longitude: 18, position_at: from(now, -60_000) },
      ...given,
    })
  // A degree of longitude is half as long: these two are as far away as their order says.
  await at('Tredje', { longitude: 18.06 })
  await at('Andra', { latitude: 60.3 })
  await at('Första', { longitude: 18.01 })
  await at('Annans', { latitude: 60.3399 }, two.id)
  await at('Norr om', { latitude: 60.3401 })
  await at('Söder om', { latitude: 60.2199 })
  await at('Öster om', { longitude: 18.1201 })
  await at('Väster om', { longitude: 17.8799 })
  await at('För länge sedan', { position_at: from(now, -hour / 2) })
  await at('Hemma', { on_duty_until: now })
  const names = async (company: string | null) =>
    (await readSharedPlaces(house.db, here, company, now)).map(({ name }) => name)
  expect(await names(one.id)).toEqual(['Första', 'Andra', 'Tredje'])
  expect(await names(null)).toEqual(['Första', 'Andra', 'Tredje', 'Annans'])
  const [last] = (await readSharedPlaces(house.db, here, two.id, now)).slice(-1)
  expect(last).toMatchObject({ companyName: 'Nattvakt AB', latitude: 60.3399, longitude: 18, at: from(now, -60_000) })
  for (let more = 0; more < 28; more++) await at('Till', { latitude: 60.28 })
  expect(await names(one.id)).toHaveLength(30)
})
