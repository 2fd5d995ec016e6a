import { expect, test } from 'vitest'
import { holdWakes, useHouse } from '../../../test/support/house'
import { joinAsMember, newBrowser, type Resident } from '../../../test/support/people'
import { deleteSubscriptionsOf, type PushOwner, readSubscriptionsOf } from './push-store.server'
import { registerBrowser } from './register-browser.server'
import { renewBrowser } from './renew-browser.server'

const house = useHouse()
holdWakes(house)

type Browser = ReturnType<typeof newBrowser>

const personOf = ({ signedIn }: Resident): PushOwner => ({ kind: 'person', id: signedIn.person.id })

async function withPush(): Promise<{ member: Resident; owner: PushOwner; browser: Browser; id: string }> {
  const [member, browser] = [await joinAsMember(house), newBrowser()]
  const owner = personOf(member)
  expect((await registerBrowser(house, member.visitor, owner, browser)).ok).toBe(true)
  const [row] = await readSubscriptionsOf(house.db, owner)
  return { member, owner, browser, id: row?.id ?? '' }
}

/** As the service worker calls it: without a session. */
const renew = (old: Pick<Browser, 'endpoint' | 'auth'>, next: Browser, address = '192.0.2.77') =>
  renewBrowser(house, { address }, { old: old.endpoint, oldAuth: old.auth, ...next })

const addressesOf = async (owner: PushOwner) =>
  (await readSubscriptionsOf(house.db, owner)).map(({ endpoint }) => endpoint)

test('renewing a subscription changes its endpoint in the same row, and the old endpoint is unknown afterwards', async () => {
  const { owner, browser, id } = await withPush()
  const next = newBrowser()
  expect(await renew(browser, next)).toBe('renewed')
  expect(await readSubscriptionsOf(house.db, owner)).toMatchObject([{ id, ...next }])
  expect(await renew(browser, newBrowser()), 'the old address opens nothing any more').toBe('unknown')
})

test('a guard’s subscription is renewed without an account', async () => {
  const owner: PushOwner = { kind: 'guard', id: '019ab000-0000-7000-8000-000000000001' }
  const [browser, next] = [newBrowser(), newBrowser()]
  await registerBrowser(house, (await joinAsMember(house)).visitor, owner, browser)
  expect(await renew(browser, next)).toBe('renewed')
  expect(await addressesOf(owner)).toEqual([next.endpoint])
})

test('knowing an endpoint without its secret renews nothing', async () => {
  const { owner, browser } = await withPush()
  for (const auth of [newBrowser().auth, browser.auth.slice(0, -1), '', browser.p256dh]) {
    expect(await renew({ ...browser, auth }, newBrowser())).not.toBe('renewed')
  }
  expect(await renew({ ...browser, endpoint: newBrowser().endpoint }, newBrowser())).toBe('unknown')
  expect(await addressesOf(owner)).toEqual([browser.endpoint])
})

test('a person who is logged in cannot register another’s endpoint without its secret', async () => {
  const { owner, browser } = await withPush()
  const other = await joinAsMember(house)
  const taken = { ...newBrowser(), endpoint: browser.endpoint }
  expect((await registerBrowser(house, other.visitor, personOf(other), taken)).ok).toBe(false)
  expect(await addressesOf(owner)).toEqual([browser.endpoint])
  expect(await addressesOf(personOf(other))).toEqual([])
  // Somebody else may still subscribe in the same browser.
  expect((await registerBrowser(house, other.visitor, personOf(other), browser)).ok).toBe(true)
  expect(await addressesOf(owner)).toEqual([])
})

test('a subscription is not moved onto another person’s endpoint', async () => {
  const [one, other] = [await withPush(), await withPush()]
  expect(await renew(one.browser, other.browser)).toBe('taken')
  expect(await addressesOf(one.owner)).toEqual([one.browser.endpoint])
  expect(await addressesOf(other.owner)).toEqual([other.browser.endpoint])
})

test('a subscription is not moved onto an endpoint with another secret, nor onto a guard’s', async () => {
  const [own, next] = [await withPush(), newBrowser()]
  await registerBrowser(house, own.member.visitor, own.owner, next)
  expect(await renew(own.browser, { ...newBrowser(), endpoint: next.endpoint })).toBe('taken')
  expect((await addressesOf(own.owner)).toSorted()).toEqual([own.browser.endpoint, next.endpoint].toSorted())
  // A guard with the person's id: only the kind tells them apart.
  const guards = newBrowser()
  await registerBrowser(house, own.member.visitor, { ...own.owner, kind: 'guard' }, guards)
  expect(await renew(own.browser, guards)).toBe('taken')
  expect(await addressesOf({ ...own.owner, kind: 'guard' })).toEqual([guards.endpoint])
})

test('refuses an endpoint of more than 1000 characters, old or new', async () => {
  const { member, owner, browser } = await withPush()
  const long = (length: number) => {
    const next = newBrowser()
    return { ...next, endpoint: next.endpoint.padEnd(length, 'x') }
  }
  expect((await registerBrowser(house, member.visitor, owner, long(1001))).ok).toBe(false)
  expect(await renew(browser, long(1001))).toBe('refused')
  expect(await renew(long(1001), newBrowser())).toBe('refused')
  expect(await renew(long(1000), newBrowser())).toBe('unknown')
  const longest = long(1000)
  expect(await renew(browser, longest)).toBe('renewed')
  expect(await addressesOf(owner)).toEqual([longest.endpoint])
})

test('renewing onto an endpoint that the page has already registered leaves one subscription', async () => {
  const { member, owner, browser } = await withPush()
  const next = newBrowser()
  await registerBrowser(house, member.visitor, owner, next)
  expect(await renew(browser, next)).toBe('renewed')
  expect(await addressesOf(owner)).toEqual([next.endpoint])
})

test('renewing twice, concurrently or later, is idempotent', async () => {
  const { owner, browser, id } = await withPush()
  const next = newBrowser()
  expect(await Promise.all([renew(browser, next), renew(browser, next)])).toEqual(['renewed', 'renewed'])
  expect(await renew(browser, next)).toBe('renewed')
  expect(await readSubscriptionsOf(house.db, owner)).toMatchObject([{ id, ...next }])
  // Knowing both endpoints but neither secret changes nothing and reveals nothing.
  expect(await renew(browser, { ...newBrowser(), endpoint: next.endpoint })).toBe('unknown')
})

test('a subscription deleted by logging out everywhere cannot be renewed', async () => {
  const { owner, browser } = await withPush()
  await deleteSubscriptionsOf(house.db, owner)
  expect(await renew(browser, newBrowser())).toBe('unknown')
})

test('refuses addresses outside the push services, and limits the rate of attempts', async () => {
  const { owner, browser } = await withPush()
  expect(await renew(browser, { ...newBrowser(), endpoint: 'https://somewhere.example/1' })).toBe('refused')
  const unknown = newBrowser()
  const answers = []
  for (let turn = 0; turn < 62; turn++) answers.push(await renew(unknown, newBrowser(), '192.0.2.78'))
  expect(answers.filter((answer) => answer === 'too many')).toHaveLength(2)
  expect(await addressesOf(owner)).toEqual([browser.endpoint])
})
