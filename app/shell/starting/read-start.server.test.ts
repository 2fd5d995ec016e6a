import { describe, expect, test } from 'vitest'
import { requestBooking } from '~/bookings/public.server'
import { bookingValues, joinNear, openShop, setClock } from '../../../test/support/bookings'
import { holdWakes, useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember } from '../../../test/support/people'
import { exportAccount } from '../leaving/export-account.server'
import { readCompanyStart, readMemberStart } from './read-start.server'
import type { StartLine } from './start'
import { noteHomeScreen, putStartAway, takeStartOut } from './start-deeds.server'

const house = useHouse()
holdWakes(house)
const left = (lines: StartLine[] | null) => lines?.filter(({ isDone }) => !isDone).map(({ key }) => key)

describe('a member’s checklist', () => {
  test('lists what is left, and ticks what is done', async () => {
    setClock('2026-11-20T12:00:00Z')
    const shop = await openShop(house)
    const { signedIn } = await joinNear(house, shop)
    const before = left((await readMemberStart(house, signedIn)).lines)
    expect(before).toEqual(expect.arrayContaining(['phone', 'alarm', 'test', 'home-screen', 'booking']))
    valueFrom(await requestBooking(house, signedIn, bookingValues(shop.serviceId, '2026-11-25', '10:00')))
    valueFrom(await noteHomeScreen(house, signedIn))
    const after = left((await readMemberStart(house, signedIn)).lines)
    expect(after).toEqual(before?.filter((key) => key !== 'booking' && key !== 'home-screen'))
  })

  test('can be put away by one member for themselves, and taken out again', async () => {
    const [one, other] = [await joinAsMember(house), await joinAsMember(house)]
    valueFrom(await putStartAway(house, one.signedIn))
    valueFrom(await putStartAway(house, one.signedIn))
    expect(await readMemberStart(house, one.signedIn)).toEqual({ lines: null, canBeTakenOut: true })
    expect(await readMemberStart(house, other.signedIn)).toEqual({ lines: expect.any(Array), canBeTakenOut: false })
    expect((await exportAccount(house, one.signedIn))?.komIgång).toMatchObject({ undanlagt: expect.any(Date) })
    valueFrom(await takeStartOut(house, one.signedIn))
    expect((await readMemberStart(house, one.signedIn)).lines).not.toBeNull()
  })
})

describe('a company’s checklist', () => {
  test('says for a new company what is missing before it can be booked', async () => {
    const { signedIn } = await joinAsCompany(house)
    const start = await readCompanyStart(house, signedIn)
    expect(left(start.lines)).toEqual(['review', 'hours', 'services', 'logo', 'f-tax'])
    expect(start.seen).toBe('Grannarna ser er sida men kan inte boka än: det fattas öppettider och en tjänst.')
  })

  test('says that few residents are there where we have not opened', async () => {
    const { signedIn } = await joinAsCompany(house, { postcode: '98765' })
    expect((await readCompanyStart(house, signedIn)).seen).toMatch(
      /^Vi har inte öppnat i ert område än, så få grannar är med\. /,
    )
  })

  test('says that a company with hours and services can be booked, and that a hidden one is not seen', async () => {
    const shop = await openShop(house, { postcode: '12540' })
    const { seen } = await readCompanyStart(house, shop.owner.signedIn)
    expect(seen).toBe('Grannarna ser er och kan boka.')
    // One open day a week is enough.
    const most = house.db.deleteFrom('opening_hours').where('company_id', '=', shop.companyId).where('weekday', '>', 1)
    await most.execute()
    expect((await readCompanyStart(house, shop.owner.signedIn)).seen).toBe(seen)
    await house.db
      .updateTable('companies')
      .set({ review_state: 'hidden', hidden_reason: 'Prov' })
      .where('id', '=', shop.companyId)
      .execute()
    const hidden = await readCompanyStart(house, shop.owner.signedIn)
    expect(hidden.seen).toBe('Grannarna ser er inte just nu.')
    expect(left(hidden.lines)).toContain('review')
  })
})
