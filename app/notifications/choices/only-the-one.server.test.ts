import { expect, test, vi } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { forgetPerson } from '../forget-person.server'
import { giveConsent, readConsents, withdrawConsents } from './consent-store.server'
import { exportNotices } from './export-notices.server'
import * as store from './push-store.server'
import { readNotices } from './read-notices.server'

/* Subscriptions and consents of one owner, beside those of others that must not change. */

const house = useHouse()
const guardAlike = '0190a000-0000-7000-8000-000000000001'
const person = { kind: 'person', id: guardAlike } as const
/** A guard with the same id as the person: only the kind tells them apart. */
const guard = { kind: 'guard', id: guardAlike } as const
const neighbour = { kind: 'person', id: '0190a000-0000-7000-8000-000000000002' } as const
const owners = [person, guard, neighbour]
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 12, minutes))
const add = (owner: (typeof owners)[number], name: string, minutes = 0) =>
  store.upsertSubscription(
    house.db,
    owner,
    {
      endpoint: `https://push.test/${owner.kind}-${owner.id.slice(-1)}-${name}`,
      p256dh: 'x',
      auth: name,
      device: name,
    },
    at(minutes),
  )
const devices = () =>
  Promise.all(owners.map(async (one) => (await store.readSubscriptionsOf(house.db, one)).map(({ device }) => device)))
async function begin() {
  await house.db.deleteFrom('push_subscriptions').execute()
  const ids = []
  for (const owner of owners)
    for (const [index, name] of ['a', 'b', 'c'].entries()) ids.push((await add(owner, name, index)) ?? '')
  return ids as [string, string, string, ...string[]]
}
const all = ['a', 'b', 'c']

test('trims one owner’s subscriptions to the newest and leaves other owners’ alone', async () => {
  const [first] = await begin()
  await house.db
    .updateTable('push_subscriptions')
    .set({ created_at: at(9) })
    .where('id', '=', first)
    .execute()
  await store.trimSubscriptions(house.db, person, 2)
  expect(await devices()).toEqual([['a', 'c'], all, all])
  await store.trimSubscriptions(house.db, guard, 3)
  expect(await devices()).toEqual([['a', 'c'], all, all])
})

test('of subscriptions of the same moment, the one inserted last is the newest', async () => {
  await begin()
  await house.db
    .updateTable('push_subscriptions')
    .set({ created_at: at(0) })
    .execute()
  await store.trimSubscriptions(house.db, person, 1)
  expect(await devices()).toEqual([['c'], all, all])
})

test('deletes one subscription, by its id with the owner, by its id alone, and by its endpoint', async () => {
  const [a, b] = await begin()
  for (const owner of [guard, neighbour]) await store.deleteOwnSubscription(house.db, owner, a)
  expect(await devices()).toEqual([all, all, all])
  await store.deleteOwnSubscription(house.db, person, a)
  expect(await devices()).toEqual([['b', 'c'], all, all])
  await store.deleteSubscription(house.db, b)
  await store.deleteSubscriptionAt(house.db, 'https://push.test/guard-1-b')
  expect(await devices()).toEqual([['c'], ['a', 'c'], all])
})

test('deletes a person’s subscriptions and no one else’s when the person leaves', async () => {
  await begin()
  await store.endPushesOf(house.db, person.id)
  expect(await devices()).toEqual([[], all, all])
  await store.deleteSubscriptionsOf(house.db, guard)
  expect(await devices()).toEqual([[], [], all])
  // A deleted person's subscriptions go too, with the messages to them.
  await forgetPerson(house.db, neighbour.id, null)
  expect(await devices()).toEqual([[], [], []])
})

test('a subscription keeps its id when its endpoint changes, and another owner can take it over only with its secret', async () => {
  const [a, b] = await begin()
  await store.updateAddress(house.db, a, { endpoint: 'https://push.test/new', p256dh: 'y', auth: 'z' })
  expect(await store.lockSubscriptionAt(house.db, 'https://push.test/new')).toEqual({
    id: a,
    auth: 'z',
    ownerKind: 'person',
    ownerId: person.id,
  })
  expect(await store.readSubscription(house.db, b)).toEqual({
    endpoint: 'https://push.test/person-1-b',
    p256dh: 'x',
    auth: 'b',
  })
  expect(await store.readDevices(house.db, [a])).toEqual(new Map([[a, 'a']]))
  expect(await store.readDevices(house.db, [])).toEqual(new Map())
  const take = (owner: (typeof owners)[number], auth: string) =>
    store.upsertSubscription(
      house.db,
      owner,
      { endpoint: 'https://push.test/person-1-b', p256dh: 'x', auth, device: 'b' },
      at(9),
    )
  for (const other of [guard, neighbour]) expect(await take(other, 'guessed')).toBeNull()
  expect(await take(person, 'anew')).toBe(b)
  expect(await take(guard, 'anew')).toBe(b)
  expect(await devices()).toEqual(
    [['a', 'c'], ['b', ...all].toSorted(), all].map((one, index) => (index === 1 ? expect.arrayContaining(one) : one)),
  )
})

test('a consent is shown and exported with the time and the way it was given or withdrawn', async () => {
  const siv = await joinAsMember(house)
  const { id } = siv.signedIn.person
  expect([
    await withdrawConsents(house.db, [], ['safety_sms'], 'page', at(0)),
    await withdrawConsents(house.db, [id], [], 'page', at(0)),
  ]).toEqual([0, 0])
  await giveConsent(house.db, id, 'safety_sms', at(0))
  await giveConsent(house.db, id, 'offers_sms', at(1))
  expect(await withdrawConsents(house.db, [id], ['offers_sms'], 'sms', at(2))).toBe(1)
  vi.setSystemTime(at(30))
  const { consents, phone, phoneIsVerified } = await readNotices(house, siv.signedIn)
  const said = (all: typeof consents) => all?.map(({ isGiven, since }) => [isGiven, since])
  expect(said(consents)).toEqual([
    [true, 'Du sa ja 20 nov. 13.00.'],
    [false, 'Du tackade nej 20 nov. 13.02 genom att svara STOP.'],
  ])
  vi.setSystemTime(new Date('2028-01-01T12:00:00Z'))
  expect(said((await readNotices(house, siv.signedIn)).consents)).toEqual([
    [true, 'Du sa ja 20 nov. 2026 13.00.'],
    [false, 'Du tackade nej 20 nov. 2026 13.02 genom att svara STOP.'],
  ])
  expect([phone, phoneIsVerified]).toEqual(['070-123 45 67', false])
  await giveConsent(house.db, id, 'offers_sms', at(3))
  expect((await readConsents(house.db, id)).map(({ purpose, withdrawnAt }) => [purpose, withdrawnAt])).toEqual([
    ['offers_sms', null],
    ['offers_sms', at(2)],
    ['safety_sms', null],
  ])
  await withdrawConsents(house.db, [id], ['safety_sms'], 'page', at(4))
  expect((await exportNotices(house.db, id, null)).samtycken).toEqual([
    { till: 'SMS med erbjudanden', givet: at(3), återkallat: null, hur: null },
    { till: 'SMS med erbjudanden', givet: at(1), återkallat: at(2), hur: 'genom att svara STOP' },
    { till: 'Trygghets-SMS', givet: at(0), återkallat: at(4), hur: 'på sidan' },
  ])
  await house.db.updateTable('profiles').set({ phone: null, phone_verified_at: null }).where('id', '=', id).execute()
  expect(await readNotices(house, siv.signedIn)).toMatchObject({ phone: null, phoneIsVerified: false })
})
