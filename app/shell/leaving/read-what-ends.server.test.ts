import { beforeEach, expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { openShop, placeBooking, placeVisit, setClock } from '../../../test/support/bookings'
import { holdWakes, useHouse } from '../../../test/support/house'
import { payFor } from '../../../test/support/money'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { readWhatEnds } from './read-what-ends.server'

const house = useHouse()
holdWakes(house)
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const read = async ({ signedIn }: Resident) =>
  (await readWhatEnds(house, signedIn)).map((words) => words.replaceAll('\u00a0', ' '))

test('says nothing when nothing ends', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-10T09:00:00Z'), { status: 'completed' })
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'), { status: 'cancelled' })
  expect([await read(member), await read(shop.owner)]).toEqual([[], []])
})

test('tells both sides how many coming bookings are cancelled, counting a visit once', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'), { status: 'pending' })
  expect([await read(member), await read(shop.owner)]).toEqual([
    ['Din kommande bokning avbokas, och företaget får veta det.'],
    ['Företagets kommande jobb avbokas, och kunden får veta det.'],
  ])
  await placeVisit(house, shop, id, new Date('2026-11-28T09:00:00Z'), [{}, {}])
  expect([await read(member), await read(shop.owner)]).toEqual([
    ['Dina 2 kommande bokningar avbokas, och företagen får veta det.'],
    ['Företagets 2 kommande jobb avbokas, och kunderna får veta det.'],
  ])
})

test('says for how many bookings the company may charge', async () => {
  const shop = await openShop(house)
  const member = await joinAsMember(house, { postcode: shop.postcode })
  const { id } = member.signedIn.person
  await placeBooking(house, shop, id, new Date('2026-11-21T09:00:00Z'))
  expect(await read(member)).toEqual([
    'Din kommande bokning avbokas, och företaget får veta det. Det är för sent att avboka utan kostnad, så företaget kan ta betalt.',
  ])
  await placeBooking(house, shop, id, new Date('2026-11-27T09:00:00Z'))
  expect(await read(member)).toEqual([
    'Dina 2 kommande bokningar avbokas, och företagen får veta det. För 1 av dem är det för sent att avboka utan kostnad, så företaget kan ta betalt.',
  ])
  expect(await read(shop.owner)).toEqual(['Företagets 2 kommande jobb avbokas, och kunderna får veta det.'])
})

test('says that a paid month is not refunded, and mentions withdrawal while it is possible', async () => {
  const admin = await joinAsAdmin(house)
  const member = await joinAsMember(house, { postcode: '12540' })
  const owner = { memberId: member.signedIn.person.id }
  setClock('2026-12-15T12:00:00Z')
  await runMemberships(house)
  await payFor(house, admin.signedIn, owner)
  const paid = 'Ditt medlemskap till 20 januari 2027 slutar direkt. Det du har betalt betalas inte tillbaka.'
  expect(await read(member)).toEqual([
    `${paid} Vill du ångra avtalet och få pengar tillbaka, gör det först, på sidan Medlemskap.`,
  ])
  setClock('2027-01-10T12:00:00Z')
  expect(await read(member)).toEqual([paid])
  setClock('2027-01-21T12:00:00Z')
  expect(await read(member)).toEqual([])
})

test('says that free months end', async () => {
  const member = await joinAsMember(house)
  await house.db
    .updateTable('memberships')
    .set({ free_until: '2027-12-20', covered_until: '2027-12-20' })
    .where('profile_id', '=', member.signedIn.person.id)
    .execute()
  expect(await read(member)).toEqual(['Ditt medlemskap till 20 december 2027 slutar direkt.'])
})
