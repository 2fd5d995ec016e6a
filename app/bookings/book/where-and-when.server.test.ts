import { beforeEach, describe, expect, test } from 'vitest'
import { saveHome } from '~/alarms/home/save-setup.server'
import { addService, bookingsOf, bookingValues, joinNear, openShop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { readBookPage } from './read-book-page.server'
import { requestBooking } from './request-booking.server'

const house = useHouse()
const monday = '2027-02-01'
const chosenBy = async (member: Resident, service: string) =>
  (await readBookPage(house, member.signedIn, { service, day: monday, text: '', category: null, after: null })).chosen

beforeEach(() => {
  setClock('2027-01-29T09:00:00Z')
})

describe('where the job is done', () => {
  test('a job at home requires an address; for a job at the company a posted address is not stored', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const form = bookingValues(shop.serviceId, monday, '10:00', { address: '  ' })
    expect(refusalFrom(await requestBooking(house, member.signedIn, form)).fields).toEqual({
      address: 'Fyll i adressen dit de ska komma',
    })
    const atTheirs = await addService(house, shop.companyId, { place: 'company' })
    valueFrom(
      await requestBooking(house, member.signedIn, bookingValues(atTheirs, monday, '12:00', { address: 'Hemvägen 2' })),
    )
    expect(await bookingsOf(house, shop.companyId)).toMatchObject([{ place: 'company', address: null }])
  })

  test('the address is prefilled with the member’s home, or else the last booked one, never another member’s', async () => {
    const shop = await openShop(house)
    const member = await joinNear(house, shop)
    const begins = async () => (await chosenBy(member, shop.serviceId))?.ownAddress
    expect(await begins()).toBe('')
    const last = bookingValues(shop.serviceId, monday, '10:00', { address: 'Sista vägen 9' })
    valueFrom(await requestBooking(house, member.signedIn, last))
    expect(await begins()).toBe('Sista vägen 9')
    valueFrom(
      await saveHome(house, member.signedIn, {
        ...{ street: 'Hemvägen', number: '2', floor: '3 tr', doorName: 'Ek', doorCode: '4711', toKnow: 'Hund' },
      }),
    )
    expect(await begins()).toBe('Hemvägen 2, 3 tr')
    expect((await chosenBy(await joinNear(house, shop), shop.serviceId))?.ownAddress).toBe('')
  })
})

test('a time taken by the member is shown to them as their own clash, and as ”Fullbokat” to others', async () => {
  const shop = await openShop(house, { hours: ['10:00', '11:00'] })
  const member = await joinNear(house, shop)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
  const again = refusalFrom(
    await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')),
  )
  expect(again.fields.start).toMatch(/^Krockar med en egen bokning/)
  expect((await chosenBy(member, shop.serviceId))?.noneBecause).toBe('Krockar med en egen bokning')
  expect((await chosenBy(await joinNear(house, shop), shop.serviceId))?.noneBecause).toBe('Fullbokat')
})

test('times that clash with the member’s booking at another company are marked, and can still be booked', async () => {
  const [shop, other] = [await openShop(house), await openShop(house, { service: { title: 'Klippning' } })]
  const member = await joinNear(house, shop)
  await house.db.updateTable('companies').set({ postcode: shop.postcode }).where('id', '=', other.companyId).execute()
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(other.serviceId, monday, '10:00')))
  const chosen = await chosenBy(member, shop.serviceId)
  expect(chosen?.starts.filter(({ clashes }) => clashes).map(({ label }) => label)).toEqual(['09.30', '10.00', '10.30'])
  expect(chosen?.clashing).toEqual([expect.stringMatching(/^Klippning hos .* kl\. 10\.00–11\.00$/)])
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, monday, '10:00')))
})

test('a company without opening hours is neither listed nor bookable', async () => {
  const shop = await openShop(house)
  const member = await joinNear(house, shop)
  const search = { text: '', category: null, after: null, service: shop.serviceId, day: null }
  expect((await readBookPage(house, member.signedIn, search)).services).toHaveLength(1)
  await house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).execute()
  const { services, categories, isGone } = await readBookPage(house, member.signedIn, search)
  expect({ services, categories, isGone }).toEqual({ services: [], categories: [], isGone: true })
  const form = bookingValues(shop.serviceId, monday, '10:00')
  expect(refusalFrom(await requestBooking(house, member.signedIn, form)).message).toMatch(/går inte längre att boka/)
})

test('the page preselects the first day with a free time', async () => {
  const shop = await openShop(house, { service: { notice_hours: 200 } })
  const member = await joinNear(house, shop)
  const search = { text: '', category: null, after: null, service: shop.serviceId, day: null }
  const { chosen } = await readBookPage(house, member.signedIn, search)
  expect(chosen?.day).toBe('2027-02-07')
  expect(chosen?.starts.length).toBeGreaterThan(0)
})
