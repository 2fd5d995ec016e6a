import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { placeAlarm } from '../../../../test/support/alarms'
import { employGuard, giveOwner, letIn, newPostcode, openPartner, setAreas } from '../../../../test/support/guards'
import { useHouse, useTakenBack } from '../../../../test/support/house'
import { readPresence, readSights } from '../alarm-sight-store.server'

/** Which viewers are told of an alarm and with which sight: each next to others that differ in one thing. */

const house = useTakenBack(useHouse())
let now: Date
let postcode: string
let company: string
let alarm: string
let others: string
const from = (ms: number) => new Date(now.getTime() + ms)

beforeEach(async () => {
  now = house.clock.now()
  const partner = await openPartner(house)
  company = partner.id
  postcode = partner.postcode
  alarm = await placeAlarm(house, now, { postcode })
  others = await placeAlarm(house, now, { postcode })
})

async function person(given: object = {}) {
  const row = {
    full_name: 'Eva Lind',
    email: `${randomUUID()}@exempel.se`,
    user_role: 'member',
    member_status: 'trial',
  }
  const { id } = await house.db
    .insertInto('profiles')
    .values({ ...row, ...given } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function session(profile_id: string, endsInMs = 1) {
  const { id } = await house.db
    .insertInto('sessions')
    .values({ profile_id, token: randomUUID(), expires_at: from(endsInMs) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const admin = { user_role: 'admin', member_status: null, two_factor_enabled: true, email_verified: true }
const block = (...ids: string[]) =>
  house.db
    .updateTable('profiles')
    .set({ blocked_at: now, blocked_reason: 'Hotade en boende' })
    .where('id', 'in', ids)
    .execute()
async function browserOf(company_id: string, given: object = {}) {
  const key = randomUUID()
  const { browser_hash, ...rest } = letIn(key, now)
  const id = await employGuard(house, company_id, { ...rest, browser_hash, ...given })
  return { id, key: browser_hash }
}
const asViewers = (sessions: Record<string, string>, guards: Record<string, string> = {}) => ({
  session: new Set(Object.values(sessions)),
  guard: new Set(Object.values(guards)),
})

async function sights(sessions: Record<string, string>, guards: Record<string, string> = {}, id = alarm) {
  const seen = await readSights(house.db, id, asViewers(sessions, guards), now)
  const names = Object.entries({ ...sessions, ...guards }).map(([name, viewer]) => [viewer, name] as const)
  expect([...seen.keys()].filter((viewer) => !new Map(names).has(viewer))).toEqual([])
  return Object.fromEntries(names.flatMap(([viewer, name]) => (seen.has(viewer) ? [[name, seen.get(viewer)]] : [])))
}

test('the member sees their own alarm and an administrator all, if their session is valid and they are not blocked', async () => {
  const [eva, boss] = [await person(), await person(admin)]
  await house.db.updateTable('safety_alarms').set({ reported_by: eva }).where('id', '=', alarm).execute()
  const [shut, shutBoss] = [await person(), await person(admin)]
  await house.db.updateTable('safety_alarms').set({ reported_by: shut }).where('id', '=', others).execute()
  const sessions = {
    eva: await session(eva),
    'eva’s that ends now': await session(eva, 0),
    another: await session(await person()),
    boss: await session(boss),
    'without a second factor': await session(await person({ ...admin, two_factor_enabled: false })),
    blocked: await session(shut),
    'a blocked administrator': await session(shutBoss),
  }
  await block(shut, shutBoss)
  const unheard = await session(eva)
  expect(await sights(sessions)).toEqual({ eva: ['own'], boss: ['admin'] })
  expect(await sights(sessions, {}, others)).toEqual({ boss: ['admin'] })
  expect((await readSights(house.db, alarm, asViewers(sessions), now)).has(unheard)).toBe(false)
  // A viewer with two roles in the alarm gets both sights.
  await house.db.updateTable('safety_alarms').set({ reported_by: boss }).where('id', '=', others).execute()
  const [both] = Object.values(await sights({ boss: sessions.boss }, {}, others))
  expect(both?.toSorted()).toEqual(['admin', 'own'])
})

test('a company sees an alarm as taker, companion, colleague or partner, and nothing if it may not be called', async () => {
  const owner = await giveOwner(house, company)
  const elsewhere = await openPartner(house)
  const away = await giveOwner(house, elsewhere.id)
  const [ali, bo] = [await browserOf(company), await browserOf(company)]
  const far = await browserOf(elsewhere.id)
  const sessions = { owner: await session(owner), away: await session(away) }
  const guards = { ali: ali.key, bo: bo.key, far: far.key }
  const all = (sight: string) => ({ owner: [sight], ali: [sight], bo: [sight] })
  expect(await sights(sessions, guards)).toEqual(all('partner'))
  const held = { status: 'acknowledged' as const, taken_by_company: company, taken_by_guard: ali.id, taken_at: now }
  await house.db.updateTable('safety_alarms').set(held).where('id', '=', alarm).execute()
  await house.db
    .insertInto('alarm_companions')
    .values({ alarm_id: alarm, company_id: company, guard_id: bo.id, since: now })
    .execute()
  expect(await sights(sessions, guards)).toEqual({ owner: ['colleague'], ali: ['taker'], bo: ['companion'] })
  expect(await sights(sessions, guards, others)).toEqual(all('partner'))
  await house.db.updateTable('companies').set({ security_status: 'pending' }).where('id', '=', company).execute()
  expect(await sights(sessions, guards)).toEqual({})
})

test('a neighbouring company sees an alarm once it is widened', async () => {
  const beside = newPostcode()
  await house.db
    .insertInto('postcodes')
    .values([postcode, beside].map((code) => ({ code, name: 'Prov', state: 'open' as const })))
    .execute()
  await house.db.insertInto('postcode_neighbours').values({ code: postcode, neighbour: beside }).execute()
  const next = await openPartner(house, { name: 'Bredvid AB', postcode: beside })
  const viewers = [
    { owner: await session(await giveOwner(house, next.id)) },
    { ali: (await browserOf(next.id)).key },
  ] as const
  expect(await sights(...viewers)).toEqual({})
  await house.db.updateTable('safety_alarms').set({ widened_at: now }).where('id', '=', alarm).execute()
  expect(await sights(...viewers)).toEqual({ owner: ['neighbour'], ali: ['neighbour'] })
  expect(await sights(...viewers, others)).toEqual({})
})

test('readPresence returns viewers who still have access with their rights, and shows when these change', async () => {
  const owner = await giveOwner(house, company)
  const shut = await person()
  const old = { browser_since: from(-400 * 86_400_000) }
  const sessions = {
    eva: await session(await person()),
    gone: await session(await person(), 0),
    blocked: await session(shut),
    owner: await session(owner),
  }
  await block(shut)
  const guards = { ali: (await browserOf(company)).key, long: (await browserOf(company, old)).key }
  const unheard = [await session(owner), (await browserOf(company)).key]
  const read = async () => readPresence(house.db, asViewers(sessions, guards), now)
  const before = await read()
  for (const id of unheard) expect(before.has(id)).toBe(false)
  expect(new Map(before)).toEqual(
    new Map([
      [sessions.eva, 'member  false'],
      [sessions.owner, `company ${postcode} true`],
      [guards.ali, `guard ${postcode} true`],
    ]),
  )
  await setAreas(house, company, [postcode, '49999'])
  await house.db.updateTable('companies').set({ security_status: 'pending' }).where('id', '=', company).execute()
  const after = await read()
  for (const id of [sessions.owner, guards.ali]) expect(after.get(id)).toMatch(/49999.* false$/)
  // A former company owner: only their present role counts.
  await house.db
    .updateTable('profiles')
    .set({ user_role: 'member', member_status: 'trial' })
    .where('id', '=', owner)
    .execute()
  expect((await read()).get(sessions.owner)).toBe('member  false')
})
