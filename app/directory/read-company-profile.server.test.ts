import { beforeEach, describe, expect, test, vi } from 'vitest'
import { gone, isDeadEnd, notThere } from '~/shared/outcome'
import { openShop } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { listCompany, listService } from '../../test/support/listings'
import { block } from '../../test/support/people'
import { type CompanyProfile, readCompanyProfile, readPicturedCompany } from './read-company-profile.server'

const house = useHouse()

/** Half past eleven on a Friday evening in Stockholm, half past ten in UTC. */
const fridayEvening = new Date('2026-11-20T22:30:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: fridayEvening })
})

async function profileOf(id: string): Promise<CompanyProfile> {
  const profile = await readCompanyProfile(house, id)
  if (isDeadEnd(profile)) throw new Error(profile.end)
  return profile
}

describe('a company’s profile', () => {
  const noOne = '0198c0de-0000-7000-8000-000000000001'

  test('is "not there" for an unknown id', async () => {
    expect(await readCompanyProfile(house, noOne)).toBe(notThere)
    expect(await readPicturedCompany(house, noOne)).toBe(notThere)
  })

  test.each([
    ['removed', { deleted_at: new Date() }],
    ['hidden', { review_state: 'hidden' as const, hidden_reason: 'Ej seriös' }],
  ])('is gone when the company is %s, and so is its share picture', async (_, given) => {
    const id = await listCompany(house.db, { name: 'Borta', ...given })
    expect(await readCompanyProfile(house, id)).toBe(gone)
    expect(await readPicturedCompany(house, id)).toBe(gone)
  })

  test('of a hidden company is shown to its owner alone, marked as hidden', async () => {
    const id = await listCompany(house.db, { name: 'Dolt AB', review_state: 'hidden', hidden_reason: 'Ej seriös' })
    expect(await readCompanyProfile(house, id, 'signed in')).toBe(gone)
    expect(await readCompanyProfile(house, id, 'owner')).toMatchObject({ company: { name: 'Dolt AB' }, isHidden: true })
  })

  test('is shown while the company waits for review', async () => {
    const id = await listCompany(house.db, { name: 'Ny AB', category: 'dog' })
    expect((await profileOf(id)).company).toMatchObject({ name: 'Ny AB', area: 'Älvsjö', shownPhone: '070-174 06 00' })
    expect(await readPicturedCompany(house, id)).toEqual({ name: 'Ny AB', category: 'dog', area: 'Älvsjö' })
  })

  test('contains nothing that only the owner may see', async () => {
    const id = await listCompany(house.db, { name: 'Hemligt AB', referred_by_phone: '+46701740699' })
    const shown = JSON.stringify(await profileOf(id))
    expect(shown).not.toContain('+46701740699')
  })
})

test('a profile is gone while its owner is blocked, and back when the block ends', async () => {
  const { owner, companyId } = await openShop(house)
  await block(house, owner, house.clock.now())
  expect(await readCompanyProfile(house, companyId, 'signed in')).toBe(gone)
  await block(house, owner, null)
  expect(isDeadEnd(await readCompanyProfile(house, companyId))).toBe(false)
})

test('a profile lists active services in the company’s order', async () => {
  const id = await listCompany(house.db, { name: 'Lind' })
  await listService(house.db, id, { title: 'Andra', position: 2 })
  await listService(house.db, id, { title: 'Första', position: 1 })
  await listService(house.db, id, { title: 'Vilande', active: false })
  await listService(house.db, id, { title: 'Borttagen', deleted_at: new Date() })
  const other = await listCompany(house.db, { name: 'Annan' })
  await listService(house.db, other, { title: 'Annans' })
  expect((await profileOf(id)).services.map(({ title }) => title)).toEqual(['Första', 'Andra'])
})

test('a profile lists the offers valid today, by the date in Stockholm', async () => {
  // 23.30 on the 20th in Stockholm: the 21st begins there while it is still the 20th in UTC.
  const company_id = await listCompany(house.db, { name: 'Lind' })
  const offer = (title: string, valid_from: string, valid_to: string, is_active = true) =>
    house.db
      .insertInto('offers')
      .values({ company_id, title, valid_from, valid_to, is_active, postcode: '12540' })
      .execute()
  await offer('Slutar i dag', '2026-11-01', '2026-11-20')
  await offer('Slutade i går', '2026-11-01', '2026-11-19')
  await offer('Börjar i morgon', '2026-11-21', '2026-11-30')
  await offer('Avslutat', '2026-11-01', '2026-11-30', false)
  const titles = async () => (await profileOf(company_id)).offers.map(({ title }) => title)
  expect(await titles()).toEqual(['Slutar i dag'])
  house.clock.forward({ hours: 1 })
  expect(await titles()).toEqual(['Börjar i morgon'])
})

test('a profile shows whether it is open now, the opening hours and coming closed days', async () => {
  const company_id = await listCompany(house.db, { name: 'Lind' })
  await house.db
    .insertInto('opening_hours')
    .values([
      { company_id, weekday: 5, opens: '13:00', closes: '23:45' },
      { company_id, weekday: 5, opens: '09:00', closes: '12:00' },
    ])
    .execute()
  await house.db
    .insertInto('closed_periods')
    .values([
      { company_id, from_day: '2026-12-24', to_day: '2026-12-26', reason: 'jul' },
      { company_id, from_day: '2026-06-01', to_day: '2026-06-30', reason: 'sommar' },
    ])
    .execute()
  const profile = await profileOf(company_id)
  expect(profile.openState).toBe('Öppet till 23.45')
  expect(profile.week[4]).toEqual({ name: 'fredag', spans: ['09.00–12.00', '13.00–23.45'], isToday: true })
  expect(profile.closed).toMatchObject([{ from: '2026-12-24', to: '2026-12-26', reason: 'jul' }])
})

test('a profile has a week once it has opening hours, and is bookable once it also has a service', async () => {
  const company_id = await listCompany(house.db, { name: 'Lind' })
  const said = async () => {
    const { week, isBookable } = await profileOf(company_id)
    return [week.length, isBookable]
  }
  expect(await said()).toEqual([0, false])
  await house.db
    .insertInto('opening_hours')
    .values({ company_id, weekday: 5, opens: '09:00', closes: '12:00' })
    .execute()
  expect(await said()).toEqual([7, false])
  await listService(house.db, company_id, { title: 'Enda' })
  expect(await said()).toEqual([7, true])
  await house.db.deleteFrom('opening_hours').where('company_id', '=', company_id).execute()
  expect(await said()).toEqual([0, false])
})
