import { expect, test } from 'vitest'
import { lockMember } from '~/accounts/public.server'
import { runMemberships } from '~/membership/public.server'
import { lockCharges } from '~/payments/charge-store.server'
import { press } from '../../test/support/alarms'
import { joinNear, openShop, placeBooking } from '../../test/support/bookings'
import { behind } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { openChargesOf } from '../../test/support/money'
import { joinAsMember, proven } from '../../test/support/people'
import { grantIn } from './grant-role'

const house = useHouse()
const roleOf = async (email: string) =>
  (await house.db.selectFrom('profiles').select('user_role').where('email', '=', email).executeTakeFirst())?.user_role

test('grants the role to a person with a verified address and ends their sessions', async () => {
  const { email, cookies } = await proven(house, await joinAsMember(house))
  const said = await grantIn(house, { email: ` ${email.toUpperCase()} `, role: 'admin', isVouchedFor: false })
  expect(said).toMatch(/is now admin \(the account is from .+\), and logged out everywhere/)
  expect(await roleOf(email)).toBe('admin')
  expect((await house.visitor({ cookies })).signedIn).toBeNull()
})

test('grants admin to an unverified address only with --vouch, and takes it away without', async () => {
  const { email } = await joinAsMember(house)
  const grant = (role: string, isVouchedFor: boolean) => grantIn(house, { email, role, isVouchedFor })
  await expect(grant('admin', false)).rejects.toThrow(/has not confirmed the address.*--vouch/)
  expect(await roleOf(email)).toBe('member')
  await grant('admin', true)
  expect(await roleOf(email)).toBe('admin')
  // Taking a role away needs no verified address.
  await grant('member', false)
  expect(await roleOf(email)).toBe('member')
})

test('refuses to take the role of a member from somebody with an open alarm', async () => {
  const member = await proven(house, await joinAsMember(house))
  await press(house, member)
  const granted = grantIn(house, { email: member.email, role: 'admin', isVouchedFor: false })
  await expect(granted).rejects.toThrow(/an alarm or a walk home that is open/)
  expect(await roleOf(member.email)).toBe('member')
})

test('refuses to take the role of a member from somebody with bookings ahead', async () => {
  const shop = await openShop(house)
  const member = await proven(house, await joinNear(house, shop))
  const tomorrow = new Date(house.clock.now().getTime() + 24 * 3_600_000)
  await placeBooking(house, shop, member.signedIn.person.id, tomorrow)
  const granted = grantIn(house, { email: member.email, role: 'admin', isVouchedFor: false })
  await expect(granted).rejects.toThrow(/has bookings ahead/)
  expect(await roleOf(member.email)).toBe('member')
})

test('refuses to take the role of a company from somebody whose company has bookings ahead', async () => {
  const shop = await openShop(house)
  const customer = (await joinNear(house, shop)).signedIn.person.id
  await placeBooking(house, shop, customer, new Date(house.clock.now().getTime() + 24 * 3_600_000))
  const { email } = await proven(house, shop.owner)
  const granted = grantIn(house, { email, role: 'admin', isVouchedFor: false })
  await expect(granted).rejects.toThrow(/company of .* has bookings ahead/)
  expect(await roleOf(email)).toBe('company')
})

test('waits for a payment of the member that is being booked, and does not deadlock with it', async () => {
  const { email, signedIn } = await proven(house, await joinAsMember(house))
  const { id } = signedIn.person
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  const [charge] = await openChargesOf(house.db, { memberId: id })
  const granted = await behind(
    house.db,
    (db) => lockMember(db, id),
    () => grantIn(house, { email, role: 'admin', isVouchedFor: false }),
    (db) => lockCharges(db, [charge?.id ?? '']),
  )
  expect(granted).toMatch(/is now admin/)
})

test('refuses an unknown address and an unknown role', async () => {
  const grant = (email: string, role: string) => grantIn(house, { email, role, isVouchedFor: true })
  await expect(grant('ingen@exempel.se', 'admin')).rejects.toThrow(/Nobody has an account/)
  await expect(grant('ingen@exempel.se', 'constructor')).rejects.toThrow(/The role is one of/)
})
