import { beforeEach, expect, test } from 'vitest'
import { saveReview } from '~/reviews/save-review.server'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { exportAccount } from '~/shell/leaving/export-account.server'
import { bookingsOf, bookingValues, setClock } from '../../../test/support/bookings'
import { type Neighbourhood, settle } from '../../../test/support/crowds/done-jobs'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import { enter, PASSWORD, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'

const house = useHouse()
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

async function leave(person: Resident) {
  const { visitor, signedIn } = await enter(house, person.cookies)
  valueFrom(await deleteAccount(house, visitor, signedIn, { password: PASSWORD, understood: 'on' }))
}

const secret = { address: 'Hemliga vägen 1', phone: '070-174 06 66', note: 'Nyckeln ligger under krukan' }

async function bookAhead({ shop, member }: Neighbourhood) {
  const values = bookingValues(shop.serviceId, '2027-01-12', '10:00', secret)
  return valueFrom(await requestBooking(house, member.signedIn, values)).id
}

test('deleting a member erases their personal data from bookings, keeps the amounts and tells the company', async () => {
  const place = await settle(house)
  const { shop, member, bookingId } = place
  valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '4', words: 'Fint' }))
  await bookAhead(place)
  const paid = (await bookingsOf(house, shop.companyId)).map((booking) => booking.amount_customer_pays_cents)
  await house.deliver()
  await leave(member)

  const left = await bookingsOf(house, shop.companyId)
  expect(left).toMatchObject([
    { status: 'completed', customer_id: null, address: null, phone: null, note: '' },
    { status: 'cancelled', cancelled_by: 'member', customer_id: null, address: null, phone: null, note: '' },
  ])
  expect(left.map((booking) => booking.amount_customer_pays_cents)).toEqual(paid)
  expect(JSON.stringify(left)).not.toContain('Hemliga')
  expect((await house.deliver()).map(({ recipient }) => recipient)).toContain(shop.owner.email)
  expect(house.told).toContainEqual(expect.objectContaining({ about: 'bookings' }))
  const reviews = house.db.selectFrom('reviews').select(['author_id', 'words']).where('booking_id', '=', bookingId)
  expect(await reviews.execute()).toEqual([{ author_id: null, words: 'Fint' }])
  const entries = house.db.selectFrom('point_entries').selectAll()
  expect(await entries.where('profile_id', '=', member.signedIn.person.id).execute()).toEqual([])
})

test('deleting the account of a company cancels its future bookings and tells the member', async () => {
  const place = await settle(house)
  await bookAhead(place)
  await house.deliver()
  await leave(place.shop.owner)
  expect(await bookingsOf(house, place.shop.companyId)).toMatchObject([
    { status: 'completed' },
    { status: 'cancelled', cancelled_by: 'company', customer_id: place.member.signedIn.person.id },
  ])
  expect((await house.deliver()).map(({ recipient }) => recipient)).toContain(place.member.email)
})

test('the data export of a member contains bookings, reviews and points', async () => {
  const place = await settle(house)
  valueFrom(await saveReview(house, place.member.signedIn, place.bookingId, { stars: '4', words: 'Fint' }))
  await bookAhead(place)
  const { bokningar, omdömen, kvarterspoäng } = found(await exportAccount(house, place.member.signedIn))
  expect(bokningar).toMatchObject([
    { tjänst: 'Hemstäd', status: 'Genomförd', attBetalaKronor: 674.1 },
    { status: 'Väntar på bekräftelse', adress: secret.address, meddelande: secret.note },
  ])
  expect(omdömen).toMatchObject([{ tjänst: 'Hemstäd', betyg: 4, text: 'Fint' }])
  expect(kvarterspoäng).toMatchObject({
    saldo: 92,
    händelser: [
      { vad: 'Hemstäd', poäng: 67 },
      { vad: 'Omdöme om Lind Städ AB', poäng: 25 },
    ],
  })
})
