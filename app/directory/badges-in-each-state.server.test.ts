import { describe, expect, test } from 'vitest'
import { readBookPage } from '~/bookings/book/read-book-page.server'
import { checkPermit, removePermit } from '~/company-desk/check-permit.server'
import { hideCompany } from '~/company-desk/review-company.server'
import { dayOf, daysAfter } from '~/shared/time'
import { applyAsSeasonPartner } from '~/sponsorship/apply/apply-as-season-partner.server'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { releaseSlot } from '~/sponsorship/change/release-slot.server'
import { sweepMonths } from '~/sponsorship/sweep-months.server'
import { addOpeningHours } from '../../test/support/bookings'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { valueFrom } from '../../test/support/outcome'
import { joinAsMember } from '../../test/support/people'
import {
  companyOf,
  goToNextMonth,
  joinAlone,
  joinAsAdmin,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
} from '../../test/support/sponsorship'
import { readCompanyProfile } from './read-company-profile.server'
import { readDirectory, readSafetyPartners } from './read-directory.server'

/** A company's public badges in each state of its approval, months and permit (0175). */

const house = useHouse()

type Seen = { partner: boolean; sponsor: boolean; season: boolean }
const nothing: Seen = { partner: false, sponsor: false, season: false }

/** Reads the badges from every public page, and fails if the pages disagree. */
async function seenOf(id: string): Promise<Seen> {
  const { postcode } = await house.db
    .selectFrom('companies')
    .select('postcode')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { companies } = await readDirectory(house, {
    postcode,
    text: '',
    words: [],
    category: null,
    free: null,
    from: null,
  })
  const card = companies.find((company) => company.id === id)
  const isAmongPartners = (await readSafetyPartners(house, 1000)).some((company) => company.id === id)
  if (!card) {
    expect(isAmongPartners).toBe(false)
    return nothing
  }
  const profile = await readCompanyProfile(house, id)
  if (!('company' in profile)) throw new Error('A company in the directory has a page')
  expect(profile.company).toMatchObject({ badges: card.badges, takes_alarms: card.takes_alarms })
  expect(isAmongPartners).toBe(card.takes_alarms)
  expect(await isPartnerWhereOneBooks(id, postcode)).toBe(card.takes_alarms)
  return {
    partner: card.takes_alarms,
    sponsor: card.badges.sponsorOfMonth,
    season: card.badges.seasonPartner,
  }
}

async function isPartnerWhereOneBooks(companyId: string, postcode: string) {
  await addOpeningHours(house, companyId)
  await house.db
    .insertInto('services')
    .values({
      company_id: companyId,
      title: 'Putsning',
      category: 'cleaning',
      base_price_cents: 100_00,
      duration_min: 60,
    })
    .execute()
  const member = await joinAsMember(house, { postcode })
  const { services } = await readBookPage(house, member.signedIn, {
    text: '',
    category: null,
    after: null,
    service: null,
    day: null,
  })
  const own = services.find((service) => service.companyId === companyId)
  return own?.isPartner
}

async function company() {
  const person = await joinAlone(house)
  const { id } = await companyOf(house, person)
  const approve = () =>
    house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', id).execute()
  return { person, id, approve }
}
type Joined = Awaited<ReturnType<typeof company>>

const sponsor = async ({ person }: Joined, nth: number) =>
  valueFrom(await applyAsSponsor(house, person.signedIn, sponsorForm(monthsFrom(house)[nth] ?? '')))

const permitForm = (until: string, areas: string, seen: number) => ({
  number: 'AB-1',
  kind: 'Bevakning',
  validUntil: until,
  areas,
  seen: String(seen),
})

async function givePermit({ id }: Joined, days: number) {
  const admin = await joinAsAdmin(house)
  const row = await house.db
    .selectFrom('companies')
    .select(['postcode', 'name_version as seen'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const until = daysAfter(dayOf(house.clock.now()), days)
  valueFrom(await checkPermit(house, admin.signedIn, id, permitForm(until, row.postcode, row.seen)))
  return admin
}

describe('a month as a sponsor', () => {
  test('that is applied for shows no badge, although the flags of the specification are written', async () => {
    const joined = await company()
    await sponsor(joined, 0)
    expect(await companyOf(house, joined.person)).toMatchObject({ plan: 'sponsor', is_security_partner: true })
    expect(await seenOf(joined.id)).toEqual(nothing)
    await joined.approve()
    expect(await seenOf(joined.id)).toEqual(nothing)
  })

  test('that is paid shows its badge only once the company is approved', async () => {
    const joined = await company()
    const admin = await joinAsAdmin(house)
    await sponsor(joined, 0)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    expect(await seenOf(joined.id)).toEqual(nothing)
    await joined.approve()
    expect(await seenOf(joined.id)).toEqual({ ...nothing, sponsor: true })
  })

  test('is shown while it runs, not before and not after, and never as a security partner', async () => {
    const joined = await company()
    const admin = await joinAsAdmin(house)
    await joined.approve()
    await sponsor(joined, 1)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    expect(await seenOf(joined.id)).toEqual(nothing)
    goToNextMonth(house)
    expect(await seenOf(joined.id)).toEqual({ ...nothing, sponsor: true })
    goToNextMonth(house)
    expect(await seenOf(joined.id)).toEqual(nothing)
    await sweepMonths(house)
    expect(await seenOf(joined.id)).toEqual(nothing)
  })

  test('that is released is not shown', async () => {
    const joined = await company()
    const admin = await joinAsAdmin(house)
    await joined.approve()
    await sponsor(joined, 0)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    const [slot] = await slotsOf(house, 'sponsor_slots', joined.id)
    valueFrom(await releaseSlot(house, admin.signedIn, joined.id, { slot: slot?.id ?? '', reason: 'På begäran' }))
    expect(await seenOf(joined.id)).toEqual(nothing)
  })

  test('is not shown when the company is hidden', async () => {
    const joined = await company()
    const admin = await joinAsAdmin(house)
    await joined.approve()
    await sponsor(joined, 0)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    expect(await seenOf(joined.id)).toEqual({ ...nothing, sponsor: true })
    valueFrom(await hideCompany(house, admin.signedIn, joined.id, { reason: 'Klagomål', sure: 'on' }))
    expect(await seenOf(joined.id)).toEqual(nothing)
  })
})

test('a season is shown when its month is paid and the company is approved', async () => {
  const joined = await company()
  const admin = await joinAsAdmin(house)
  valueFrom(await applyAsSeasonPartner(house, joined.person.signedIn, seasonForm(monthsFrom(house, 2))))
  await joined.approve()
  expect(await seenOf(joined.id)).toEqual(nothing)
  await payFor(house, admin.signedIn, { companyId: joined.id })
  expect(await seenOf(joined.id)).toEqual({ ...nothing, season: true })
})

describe('a security partner', () => {
  test('is any approved company with a valid permit: several in a postcode, whatever their package', async () => {
    const [first, second] = [await company(), await company()]
    const { postcode } = await companyOf(house, first.person)
    await house.db.updateTable('companies').set({ postcode }).where('id', '=', second.id).execute()
    for (const joined of [first, second]) {
      await joined.approve()
      await givePermit(joined, 100)
      expect(await companyOf(house, joined.person)).toMatchObject({
        plan: 'base',
        is_security_partner: true,
        security_status: 'active',
      })
    }
    expect([await seenOf(first.id), await seenOf(second.id)]).toEqual([
      { ...nothing, partner: true },
      { ...nothing, partner: true },
    ])
  })

  test('is not shown before it is approved', async () => {
    const joined = await company()
    await givePermit(joined, 100)
    expect(await seenOf(joined.id)).toEqual(nothing)
  })

  test('is not shown when its permit has expired, but the month it paid for as a sponsor is', async () => {
    goToNextMonth(house)
    const joined = await company()
    const admin = await givePermit(joined, 3)
    await joined.approve()
    await sponsor(joined, 0)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    expect(await seenOf(joined.id)).toEqual({ ...nothing, partner: true, sponsor: true })
    house.clock.forward({ days: 4 })
    expect(await seenOf(joined.id)).toEqual({ ...nothing, sponsor: true })
  })

  test('is not shown when its permit is removed', async () => {
    const joined = await company()
    await joined.approve()
    const admin = await givePermit(joined, 100)
    valueFrom(await removePermit(house, admin.signedIn, joined.id, { reason: 'Återkallat', sure: 'on' }))
    expect(await seenOf(joined.id)).toEqual(nothing)
  })

  test('is still shown after its month as a sponsor', async () => {
    const joined = await company()
    await joined.approve()
    const admin = await givePermit(joined, 300)
    await sponsor(joined, 0)
    await payFor(house, admin.signedIn, { companyId: joined.id })
    goToNextMonth(house)
    await sweepMonths(house)
    expect(await seenOf(joined.id)).toEqual({ ...nothing, partner: true })
  })
})
