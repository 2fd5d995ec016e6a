import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Broadcasts, Profiles } from '../../db/schema'
import { whileKept } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { joinAsMember } from '../../test/support/people'
import { companyOf, joinAlone } from '../../test/support/sponsorship'
import * as store from './broadcast-store.server'
import { layOutBroadcasts } from './lay-out-broadcasts.server'

/* Each statement runs beside broadcasts that differ in one column. No company here is called anywhere. */

const house = useHouse()
const postcode = '13701'
let [author, stranger, firm, other] = ['', '', '', '']
beforeAll(async () => {
  author = (await joinAsMember(house)).signedIn.person.id
  stranger = (await joinAsMember(house)).signedIn.person.id
  firm = (await companyOf(house, await joinAlone(house))).id
  other = (await companyOf(house, await joinAlone(house))).id
})
beforeEach(async () => {
  await house.db.deleteFrom('broadcasts').execute()
})

/** Inserts a running broadcast with the given columns overridden. */
async function write(given: Partial<Insertable<Broadcasts>> = {}): Promise<string> {
  const { id } = await house.db
    .insertInto('broadcasts')
    .values({
      ...{ key: randomUUID(), purpose: 'safety_sms', postcode, text: 'Hej', state: 'running' },
      ...{ author_id: author, created_at: house.clock.now(), ...given },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const states = async () =>
  (await house.db.selectFrom('broadcasts').select('state').orderBy('id').execute()).map(({ state }) => state)

test('inserting the same key again returns the same broadcast for its author, and fails for another', async () => {
  const form = (key: string, authorId = author) =>
    store.insertBroadcast(house.db, {
      ...{ key, purpose: 'safety_sms' as const, postcode, text: 'Hej', state: 'ready' as const },
      ...{ companyId: null, authorId, createdAt: house.clock.now() },
    })
  const [first, second] = [randomUUID(), randomUUID()]
  const [one, two] = [await form(first), await form(second)]
  expect([one.isNew, two.isNew]).toEqual([true, true])
  expect([await form(second), await form(first)]).toEqual([
    { id: two.id, isNew: false },
    { id: one.id, isNew: false },
  ])
  await expect(form(first, stranger)).rejects.toThrow('no result')
})

test('lists and counts broadcasts of one company or all, waiting or all', async () => {
  const own = await write({ company_id: firm })
  const asked = await write({ company_id: firm, state: 'asked' })
  const theirs = await write({ company_id: other, state: 'asked' })
  const ours = await write({ state: 'ready' })
  const ids = async (of: { companyId?: string; asked?: boolean }) =>
    (await store.readBroadcasts(house.db, { ...of, before: null, limit: 9 })).map(({ id }) => id)
  expect(await ids({})).toEqual([ours, theirs, asked, own])
  expect(await ids({ companyId: firm })).toEqual([asked, own])
  expect(await ids({ asked: true })).toEqual([theirs, asked])
  expect([await store.countAsked(house.db), await store.countAsked(house.db, firm)]).toEqual([2, 1])
})

test('stops running broadcasts of companies that are not called there, and no others', async () => {
  const running = await write({ company_id: firm })
  for (const given of [{ company_id: firm, state: 'asked' }, { company_id: firm, state: 'done' }, {}] as const)
    await write(given)
  expect(await store.stopThoseOfUncalled(house.db, house.clock.now())).toEqual([{ id: running, companyId: firm }])
  expect(await states()).toEqual(['stopped', 'asked', 'done', 'running'])
})

test('locking one broadcast does not block another', async () => {
  const [one, two] = [await write(), await write()]
  const held = (db: typeof house.db) => store.lockBroadcast(db, one)
  expect(await whileKept(house.db, held, async (db) => (await store.lockBroadcast(db, two))?.id)).toBe(two)
  await expect(whileKept(house.db, held, held)).rejects.toThrow('lock timeout')
})

/** A member with consent to safety SMS and a verified phone, unless overridden. */
async function neighbour(
  phone: string | null,
  given: Partial<Insertable<Profiles>> = {},
  withdrawn: Date | null = null,
): Promise<string> {
  const now = house.clock.now()
  const { id } = await house.db
    .insertInto('profiles')
    .values({
      ...{ full_name: 'Granne', email: `${randomUUID()}@exempel.se`, postcode, user_role: 'member' },
      ...{ member_status: 'active', phone, phone_verified_at: phone === null ? null : now, ...given },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const consent = { purpose: 'safety_sms', given_at: now, given_how: 'page' } as const
  await house.db
    .insertInto('consents')
    .values({ profile_id: id, ...consent, withdrawn_at: withdrawn, withdrawn_how: withdrawn && 'page' })
    .execute()
  return id
}

test('recipients are active members of the postcode with a verified number and consent in force', async () => {
  const now = house.clock.now()
  const one = await neighbour('+46701741201')
  await neighbour('+46701741202', {}, now)
  await neighbour('+46701741203', { blocked_at: now, blocked_reason: 'Hotade någon' })
  await neighbour('+46701741204', { user_role: 'company' })
  await neighbour('+46701741205', { phone_verified_at: null })
  await neighbour('+46701741206', { postcode: '13702' })
  await neighbour('+46701741207', { member_status: 'ended' })
  await neighbour(null, { phone_verified_at: now })
  const of = { purpose: 'safety_sms' as const, postcode }
  expect(await store.readRecipients(house.db, { ...of, after: null, limit: 9 })).toEqual([
    { id: one, phone: '+46701741201' },
  ])
  expect(await store.countRecipients(house.db, of)).toBe(1)
  expect(await store.countRecipients(house.db, { ...of, purpose: 'offers_sms' })).toBe(0)
})

test('queues 200 SMS at a time, and none while 400 wait', async () => {
  const rows = Array.from({ length: 401 }, (_, n) => ({
    ...{ full_name: 'Granne', email: `${randomUUID()}@exempel.se`, postcode: '13705', user_role: 'member' as const },
    ...{ member_status: 'active' as const, phone: `+46701${750_000 + n}`, phone_verified_at: house.clock.now() },
  }))
  const people = await house.db.insertInto('profiles').values(rows).returning('id').execute()
  const given = { purpose: 'safety_sms', given_at: house.clock.now(), given_how: 'page' } as const
  await house.db
    .insertInto('consents')
    .values(people.map(({ id }) => ({ profile_id: id, ...given })))
    .execute()
  await write({ postcode: '13705' })
  const laid: number[] = []
  for (let look = 0; look < 3; look++) laid.push(await layOutBroadcasts(house))
  expect(laid).toEqual([200, 200, 0])
})

test('wakes the SMS sender when something was queued, and not otherwise', async () => {
  await neighbour('+46701741208', { postcode: '13703' })
  await write({ postcode: '13703' })
  house.woken.length = 0
  expect(await layOutBroadcasts(house)).toBe(1)
  expect(house.woken).toEqual(['sms'])
  await write({ postcode: '13704' })
  expect(await layOutBroadcasts(house)).toBe(0)
  expect(house.woken).toEqual(['sms'])
})

test('takes one with recipients left, finishes one with nothing waiting, and finds stopped ones with SMS waiting', async () => {
  const now = house.clock.now()
  await write({ laid_out: true, waiting: 1 })
  const over = await write({ laid_out: true, company_id: firm })
  await write({ waiting: 400 })
  await write({ state: 'stopped', laid_out: true })
  const left = await write({ state: 'stopped', waiting: 1 })
  const next = await write({ waiting: 399 })
  await write()
  const taken = await house.db.transaction().execute((db) => store.takeRunning(db, 400))
  expect(taken?.id).toBe(next)
  expect(await store.readStoppedWaiting(house.db)).toEqual([left])
  expect(await store.finishBroadcasts(house.db, now)).toEqual([{ id: over, companyId: firm }])
})
