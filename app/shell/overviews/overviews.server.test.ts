import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { confirmBooking, requestBooking } from '~/bookings/public.server'
import { saveReview } from '~/reviews/save-review.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { bookingValues, openShop, setClock } from '../../../test/support/bookings'
import { doJob, settle } from '../../../test/support/crowds/done-jobs'
import { letBeCalled } from '../../../test/support/guards'
import { holdWakes, useHouse } from '../../../test/support/house'
import { valueFrom } from '../../../test/support/outcome'
import { block, joinAsCompany, joinAsMember } from '../../../test/support/people'
import { monthsFrom, sponsorForm } from '../../../test/support/sponsorship'
import { readCompanyOverview } from './read-company-overview.server'
import { readMemberOverview } from './read-member-overview.server'

const house = useHouse()
holdWakes(house)
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const plain = (text: string | undefined) => text?.replaceAll('\u00a0', ' ')

describe('a member’s overview', () => {
  test('is empty for a new member', async () => {
    const { signedIn } = await joinAsMember(house, { postcode: '39 999' })
    expect(await readMemberOverview(house, signedIn)).toMatchObject({
      points: 0,
      completed: 0,
      co2: expect.stringMatching(/^0.kg$/),
      next: null,
      toReview: [],
      companies: [],
      partners: [],
    })
  })

  test('shows points, completed jobs, the next booking, and the jobs to review', async () => {
    setClock('2026-12-20T12:00:00Z')
    const { shop, member, bookingId } = await settle(house)
    await doJob(house, shop, member, { kronor: 600 })
    const soon = bookingValues(shop.serviceId, '2026-12-22', '10:00')
    const later = bookingValues(shop.serviceId, '2026-12-29', '10:00')
    for (const values of [later, soon]) valueFrom(await requestBooking(house, member.signedIn, values))
    const shown = await readMemberOverview(house, member.signedIn)
    // 67 for 674,10 kr and 54 for 540 kr.
    expect(shown).toMatchObject({ points: 121, completed: 2, next: { serviceTitle: 'Hemstäd', status: 'pending' } })
    expect(shown.next?.startsAt).toEqual(new Date('2026-12-22T09:00:00Z'))
    expect(plain(shown.co2)).toBe('0,46 kg')
    expect(shown.toReview).toHaveLength(2)
    valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '5' }))
    const { toReview } = await readMemberOverview(house, member.signedIn)
    expect(toReview.map(({ id }) => id)).not.toContain(bookingId)
    expect(toReview).toHaveLength(1)
  })

  test('shows an offered time while it can be booked', async () => {
    const shop = await openShop(house)
    const { signedIn } = await joinAsMember(house, { postcode: shop.postcode })
    const company_id = shop.companyId
    const { id: wait_id } = await house.db
      .insertInto('booking_waits')
      .values({
        ...{ customer_id: signedIn.person.id, company_id, service_id: shop.serviceId, service_title: 'Hemstäd' },
        ...{ id: randomUUID(), from_day: '2026-11-24', to_day: '2026-11-24', part: 'any', early_start: 'ja' },
        asked_at: house.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const [starts_at, ends_at] = [new Date('2026-11-24T09:00:00Z'), new Date('2026-11-24T11:00:00Z')]
    const times = { starts_at, ends_at, busy_until: ends_at, until_at: new Date('2026-11-20T14:00:00Z') }
    const asked = { offered_at: house.clock.now(), tell_at: house.clock.now() }
    await house.db
      .insertInto('offered_times')
      .values({ wait_id, company_id, lane: 1, ...times, ...asked })
      .execute()
    const offered = async () => (await readMemberOverview(house, signedIn)).offered.map(({ title }) => title)
    expect(await offered()).toEqual(['Hemstäd'])
    await block(house, shop.owner, house.clock.now())
    expect(await offered()).toEqual([])
  })

  test('shows only the partners that an alarm reaches', async () => {
    const { signedIn } = await joinAsMember(house, { postcode: '38 888' })
    const partner = await joinAsCompany(house, { postcode: '38 888', companyName: 'Vakt AB' })
    const partners = async () => (await readMemberOverview(house, signedIn)).partners.map(({ name }) => name)
    const { id } = await house.db
      .updateTable('companies')
      .set({ is_security_partner: true })
      .where('owner_id', '=', partner.signedIn.person.id)
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await partners()).toEqual([])
    await letBeCalled(house, id)
    expect(await partners()).toEqual(['Vakt AB'])
  })
})

describe('a company’s overview', () => {
  test('leads a company that chose a package to its months until it has applied', async () => {
    const { signedIn } = await joinAsCompany(house)
    const chosen = async () => {
      const { company, ...shown } = await readCompanyOverview(house, signedIn, new URLSearchParams('paket=sponsor'))
      return company && 'chosen' in shown ? shown.chosen : undefined
    }
    expect(await chosen()).toBe('sponsor')
    valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
    expect(await chosen()).toBeNull()
    expect(await readCompanyOverview(house, signedIn)).toMatchObject({ chosen: null })
  })

  test('leads a company whose months are over to no package that it has had already', async () => {
    const { signedIn } = await joinAsCompany(house)
    valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(monthsFrom(house)[2] ?? '')))
    await house.db.updateTable('companies').set({ plan: 'base' }).where('owner_id', '=', signedIn.person.id).execute()
    const chosen = (query: string) => readCompanyOverview(house, signedIn, new URLSearchParams(query))
    expect(await chosen('paket=sponsor')).toMatchObject({ company: { plan: 'base' }, chosen: null })
    expect(await chosen('paket=season')).toMatchObject({ chosen: 'season' })
  })

  test('is empty for a new company', async () => {
    const { signedIn } = await joinAsCompany(house)
    const shown = await readCompanyOverview(house, signedIn)
    expect(shown).toMatchObject({
      company: { rating: 0, rating_count: 0 },
      figures: { pending: 0, upcoming: 0 },
      recent: [],
    })
    expect(plain(shown.company === null ? '' : shown.figures.earned)).toBe('0 kr')
  })

  test('counts pending requests, confirmed jobs of the next seven days and the month’s earnings after the fee', async () => {
    const shop = await openShop(house)
    const member = await joinAsMember(house, { postcode: shop.postcode })
    const request = async (day: string, time: string) =>
      valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time))).id
    const confirm = async (day: string, time: string) => {
      const id = await request(day, time)
      valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
    }
    await request('2026-11-23', '09:00')
    await request('2026-12-23', '09:00')
    await confirm('2026-11-24', '09:00')
    // 13.00 on the seventh day in Stockholm is exactly seven days ahead.
    await confirm('2026-11-27', '12:00')
    await confirm('2026-11-27', '13:00')
    setClock('2026-12-05T12:00:00Z')
    await doJob(house, shop, member)
    const shown = await readCompanyOverview(house, shop.owner.signedIn)
    if (shown.company === null) throw new Error('unreachable')
    // 749 kr less the neighbour's discount (10 %) and the fee (5 %).
    expect(plain(shown.figures.earned)).toBe('636,65 kr')
    setClock('2026-11-20T12:00:00Z')
    const before = await readCompanyOverview(house, shop.owner.signedIn)
    if (before.company === null) throw new Error('unreachable')
    expect(before.figures).toMatchObject({ pending: 2, upcoming: 2, completedThisMonth: 0 })
    expect(before.recent).toHaveLength(5)
    expect(before.recent[0]).toMatchObject({ look: { label: 'Genomförd' }, customerName: 'Eva Lind' })
  })

  test('shows today’s jobs, and the requests that wait, soonest first', async () => {
    const shop = await openShop(house)
    const member = await joinAsMember(house, { postcode: shop.postcode })
    const request = async (day: string, time: string) =>
      valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time))).id
    const today = await request('2026-11-24', '10:00')
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id: today }))
    const later = await request('2026-12-01', '10:00')
    const sooner = await request('2026-11-25', '10:00')
    setClock('2026-11-24T07:00:00Z')
    const shown = await readCompanyOverview(house, shop.owner.signedIn)
    if (shown.company === null) throw new Error('unreachable')
    expect(shown.day.today.map(({ id }) => id)).toEqual([today])
    expect(shown.day.waiting.map(({ id }) => id)).toEqual([sooner, later])
    expect(shown.card).toMatchObject({ id: shop.companyId, badges: expect.anything() })
  })

  test('shows the year of a booking in another year', async () => {
    const shop = await openShop(house)
    const member = await joinAsMember(house, { postcode: shop.postcode })
    for (const day of ['2027-01-20', '2026-12-22'])
      valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, '10:00')))
    const shown = await readCompanyOverview(house, shop.owner.signedIn)
    expect(shown.recent?.map(({ when }) => when).sort()).toEqual(['20 jan. 2027 10.00', '22 dec. 10.00'])
    setClock('2026-12-30T12:00:00Z')
    expect((await readMemberOverview(house, member.signedIn)).next).toMatchObject({ when: '20 jan. 2027 10.00' })
    setClock('2027-01-02T12:00:00Z')
    expect((await readMemberOverview(house, member.signedIn)).next).toMatchObject({ when: '20 jan. 10.00' })
  })

  test('shows nothing of another company', async () => {
    const { shop } = await settle(house)
    const other = await openShop(house)
    const shown = await readCompanyOverview(house, other.owner.signedIn)
    expect(shown).toMatchObject({ company: { id: other.companyId }, figures: { pending: 0 }, recent: [] })
    expect(JSON.stringify(shown)).not.toContain(shop.companyId)
  })
})
