import { beforeEach, expect, test } from 'vitest'
import { requestBooking } from '~/bookings/public.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { readCompanyProfile } from '../../directory/read-company-profile.server'
import { lockCompany } from '../own-company-store.server'
import { insertClosedDays, readClosedDays, readOwnClosedDays } from './hours-store.server'
import { addClosedDays, closeHolidays, holidaysShown } from './plan-closed-days.server'

const house = useHouse()
let shop: Shop
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  shop = await openShop(house)
})
const today = '2026-11-20'
const close = (day?: string) => closeHolidays(house, shop.owner.signedIn, day ? { day } : {})
const closed = async () => (await readClosedDays(house.db, shop.companyId, today)).map(({ from }) => from)

test('closing a holiday stores it once with its name, and closing another day does nothing', async () => {
  valueFrom(await close('2026-12-24'))
  valueFrom(await close('2026-12-24'))
  expect(await readClosedDays(house.db, shop.companyId, today)).toMatchObject([
    { from: '2026-12-24', reason: 'Julafton' },
  ])
  valueFrom(await close('2026-12-23'))
  expect(await closed()).toEqual(['2026-12-24'])
})

test('closing all holidays skips one with a booking, which is refused and shown as open', async () => {
  const member = await joinNear(house, shop)
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-01-06', '10:00')))
  expect(refusalFrom(await close('2027-01-06')).message).toContain('Trettondedag jul 6 januari 2027')
  valueFrom(await close())
  const days = await closed()
  expect(days).toHaveLength(15)
  const open = holidaysShown(today, await readClosedDays(house.db, shop.companyId, today)).filter(
    (day) => !day.isClosed,
  )
  expect(open.map(({ day }) => day)).toEqual(['2027-01-06'])
  expect(refusalFrom(await close()).message).toContain('Trettondedag jul')
})

test('race condition: a holiday that another tab closes meanwhile is closed once', async () => {
  const [day, reason] = ['2026-12-24', 'Ledigt']
  const closes = async (db: typeof house.db) => {
    await lockCompany(db, shop.companyId)
    await insertClosedDays(db, shop.companyId, { from: day, to: day, reason, note: '' })
  }
  valueFrom(await behind(house.db, closes, () => close(day)))
  expect(await readClosedDays(house.db, shop.companyId, today)).toMatchObject([{ from: day, reason }])
})

test('the private note on closed days is shown to the company only', async () => {
  const days = { from: '2026-12-01', to: '', reason: 'Kurs', note: 'Operation på Karolinska' }
  valueFrom(await addClosedDays(house, shop.owner.signedIn, days))
  expect(await readOwnClosedDays(house.db, shop.companyId, today)).toMatchObject([{ note: 'Operation på Karolinska' }])
  const profile = JSON.stringify(await readCompanyProfile(house, shop.companyId, 'signed in'))
  expect(profile).toContain('Kurs')
  expect(profile).not.toContain('Karolinska')
})
