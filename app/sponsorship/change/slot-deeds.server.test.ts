import { describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { strikeCharges } from '~/payments/charge-store.server'
import { lastDay, type Month } from '~/shared/month'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { creditsOf, openChargesOf } from '../../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, type Resident } from '../../../test/support/people'
import {
  companyOf,
  givePermit,
  joinAlone,
  joinAsAdmin,
  monthsFrom,
  seasonForm,
  slotsOf,
  sponsorForm,
} from '../../../test/support/sponsorship'
import { activatePaidSlots, activateSlots } from '../activate-slots.server'
import { applyAsSeasonPartner } from '../apply/apply-as-season-partner.server'
import { applyAsSponsor } from '../apply/apply-as-sponsor.server'
import { readSponsorMonths } from '../apply/read-application.server'
import { readPackage, readSlotsForAdmin } from '../read-slots.server'
import { isPaidOffer, readMonthsWithStops } from '../slot-store.server'
import { readPlanChange } from './read-plan-change.server'
import { releaseSlot } from './release-slot.server'

const house = useHouse()

const listing = async (company: Resident) => {
  const { id, plan, is_security_partner: isPartner, security_status: security } = await companyOf(house, company)
  return { id, plan, isPartner, security }
}

async function sponsorOf(month = monthsFrom(house)[0] ?? '') {
  const company = await joinAlone(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  const { id } = await companyOf(house, company)
  const [slot] = await slotsOf(house, 'sponsor_slots', id)
  await house.deliver()
  return { company, id, slots: slot?.id ?? '' }
}

async function seasonOf(count = 3) {
  const company = await joinAlone(house)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, count))))
  const { id } = await companyOf(house, company)
  const ids = (await slotsOf(house, 'season_slots', id)).map((slot) => slot.id)
  await house.deliver()
  return { company, id, ids, slots: ids.join(',') }
}

/** The state from before charges existed: the months are booked, with no open charge. */
async function forgetCharges(companyId: string) {
  const open = (await openChargesOf(house.db, { companyId })).map(({ id }) => id)
  await strikeCharges(house.db, open, 'Aldrig begärt', house.clock.now())
  const slots = [
    ...(await slotsOf(house, 'sponsor_slots', companyId)),
    ...(await slotsOf(house, 'season_slots', companyId)),
  ]
  return { ids: slots.map(({ id }) => id).join(',') }
}

const offerOf = (companyId: string) =>
  house.db
    .selectFrom('offers')
    .select(['valid_from', 'valid_to', isPaidOffer.as('isPaid')])
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()

const givenBackTo = async (companyId: string) => (await creditsOf(house.db, companyId)).map(({ gross }) => gross)

describe('marking months as paid', () => {
  test('activates the month, mails the company once, and is idempotent', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    house.told.length = house.woken.length = 0
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    expect(house.told).toEqual([{ to: [`company:${id}`, 'admin'], about: 'payments' }])
    expect(house.woken).toContain('messages')
    const [first] = await house.db.selectFrom('sponsor_slots').selectAll().where('company_id', '=', id).execute()
    expect(first).toMatchObject({ status: 'active', activated_by: admin.signedIn.person.id })
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    const [second] = await house.db.selectFrom('sponsor_slots').selectAll().where('company_id', '=', id).execute()
    expect(second).toEqual(first)
    const mails = (await house.deliver()).filter(({ recipient }) => recipient === company.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Tack, betalningen är här: Huvudsponsor'])
    const [line, ...more] = await readAudit(house.db, { kind: 'company', id }, 5)
    expect(line).toMatchObject({ deed: 'note payment', before: { status: 'open' }, after: { status: 'paid' } })
    expect([line?.actorId, more]).toEqual([admin.signedIn.person.id, []])
  })

  test('gives no active security status without a permit', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    expect(await listing(company)).toMatchObject({ plan: 'sponsor', isPartner: true, security: 'pending' })
  })

  test.each([
    ['valid', '2999-12-31', 'active'],
    ['expired', '2020-01-01', 'pending'],
  ])('with a permit that is %s gives the security status %s', async (_, validUntil, security) => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    await givePermit(house, id, validUntil)
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    expect(await listing(company)).toMatchObject({ security })
  })

  test('updates the security status within the same transaction', async () => {
    const { company, id, slots } = await sponsorOf()
    await givePermit(house, id, '2999-12-31')
    await house.db.transaction().execute(async (db) => {
      await activatePaidSlots({ ...house, db }, id, [slots], null)
      const row = db.selectFrom('companies').select('security_status').where('id', '=', id)
      expect(await row.executeTakeFirst()).toEqual({ security_status: 'active' })
    })
    expect(await listing(company)).toMatchObject({ security: 'active' })
  })

  test('gives sponsor stops until the company closes', async () => {
    const admin = await joinAsAdmin(house)
    const [month = ''] = monthsFrom(house)
    const { id, slots } = await sponsorOf(month)
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    const hasStops = async () =>
      (await readMonthsWithStops(house.db, month as Month)).some(({ slotId }) => slotId === slots)
    expect(await hasStops()).toBe(true)
    await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', id).execute()
    expect(await hasStops()).toBe(false)
  })

  test('activates a whole season at once and shows its campaign', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await seasonOf()
    expect(await offerOf(id)).toMatchObject({ isPaid: false })
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    expect((await slotsOf(house, 'season_slots', id)).map(({ status }) => status)).toEqual([
      'active',
      'active',
      'active',
    ])
    expect(await offerOf(id)).toMatchObject({ isPaid: true })
  })

  test('charges months booked without a charge, one charge for each kind, but not for a closed company', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 2))))
    const { ids: both } = await forgetCharges(id)
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots: both }))
    expect(both).toContain(slots)
    const charges = house.db.selectFrom('charges').select(['kind', 'status', 'gross_cents as gross']).orderBy('kind')
    expect(await charges.where('company_id', '=', id).where('status', '<>', 'struck').execute()).toEqual([
      { kind: 'season', status: 'paid', gross: 4_987_50 },
      { kind: 'sponsor', status: 'paid', gross: 1_243_75 },
    ])
    const states = [...(await slotsOf(house, 'sponsor_slots', id)), ...(await slotsOf(house, 'season_slots', id))]
    expect(states.map(({ status }) => status)).toEqual(['active', 'active', 'active'])
    await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', id).execute()
    expect(refusalFrom(await activateSlots(house, admin.signedIn, id, { slots: both })).title).toBe('Inget är ändrat')
  })

  test('activates nothing and sends no mail for months that were released', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    const month = monthsFrom(house)[1] ?? ''
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'Ingen betalning' }))
    await house.deliver()
    await house.db.transaction().execute((db) => activatePaidSlots({ ...house, db }, id, [slots], null))
    expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual(['released', 'reserved'])
    expect(await house.deliver()).toEqual([])
  })

  test('is refused for a released month', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await sponsorOf()
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'Ingen betalning' }))
    expect(refusalFrom(await activateSlots(house, admin.signedIn, id, { slots })).title).toBe('Inget är ändrat')
    expect((await slotsOf(house, 'sponsor_slots', id))[0]?.status).toBe('released')
    const history = await readAudit(house.db, { kind: 'company', id }, 5)
    expect(history).toMatchObject([
      { deed: 'release month', reason: 'Ingen betalning', before: { status: 'reserved' } },
    ])
  })
})

describe('releasing a month', () => {
  test('frees it, puts the company back on base, and mails the reason once', async () => {
    const admin = await joinAsAdmin(house)
    const month = monthsFrom(house)[2] ?? ''
    const { company, id, slots } = await sponsorOf(month)
    house.told.length = house.woken.length = 0
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: ' Betalningen kom aldrig ' }))
    expect(house.told).toEqual([{ to: [`company:${id}`, 'admin'], about: 'payments' }])
    expect(house.woken).toContain('messages')
    expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([
      { status: 'released', release_reason: 'Betalningen kom aldrig' },
    ])
    expect(await listing(company)).toMatchObject({ plan: 'base', isPartner: false, security: null })
    expect(mailTo(await house.deliver(), company.email).text).toContain('Anledning: Betalningen kom aldrig')
    // Idempotent: a second press changes nothing and sends no mail.
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'En gång till' }))
    expect(await house.deliver()).toEqual([])
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  })

  test('offers it to the neighbours again, who can book and pay it', async () => {
    const admin = await joinAsAdmin(house)
    const month = monthsFrom(house)[2] ?? ''
    const { company, id, slots } = await sponsorOf(month)
    const { postcode } = await companyOf(house, company)
    const next = await joinAsCompany(house, { postcode })
    const { id: nextId } = await companyOf(house, next)
    const offered = async () => {
      const shown = await readSponsorMonths(house, next.signedIn)
      if (!('months' in shown)) throw new Error(shown.refusal.title)
      return shown.months.find(({ value }) => value === month)?.taken
    }
    const offeredByAdmin = async () =>
      found(await readPlanChange(house, admin.signedIn, nextId, new URLSearchParams('plan=sponsor'))).months.find(
        ({ value }) => value === month,
      )?.taken
    expect([await offered(), await offeredByAdmin()]).toEqual(['Bokad', 'Bokad'])
    refusalFrom(await applyAsSponsor(house, next.signedIn, sponsorForm(month)))

    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'Ingen betalning' }))
    expect([await offered(), await offeredByAdmin()]).toEqual([undefined, undefined])
    valueFrom(await applyAsSponsor(house, next.signedIn, sponsorForm(month)))
    expect(await offered()).toBe('Ni har den')
    const [slot] = await slotsOf(house, 'sponsor_slots', nextId)
    valueFrom(await activateSlots(house, admin.signedIn, nextId, { slots: slot?.id ?? '' }))
    expect(await slotsOf(house, 'sponsor_slots', nextId)).toMatchObject([{ status: 'active' }])
    refusalFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  })

  test('needs a reason', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await sponsorOf()
    const refusal = refusalFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: '  ' }))
    expect(refusal.fields).toEqual({ reason: 'Skriv varför, så att företaget förstår' })
    expect((await slotsOf(house, 'sponsor_slots', id))[0]?.status).toBe('reserved')
  })

  test('is refused for a month that has passed or a reason over 500 characters', async () => {
    const admin = await joinAsAdmin(house)
    const { id, slots } = await sponsorOf()
    const release = (reason: string) => releaseSlot(house, admin.signedIn, id, { slot: slots, reason })
    expect(refusalFrom(await release('x'.repeat(501))).fields).toHaveProperty('reason')
    await house.db.updateTable('sponsor_slots').set({ status: 'ended' }).where('id', '=', slots).execute()
    expect(refusalFrom(await release('x'.repeat(500))).message).toBe('Den har redan passerat.')
    expect((await slotsOf(house, 'sponsor_slots', id))[0]?.status).toBe('ended')
  })

  test('keeps plan and partner status while another live month is left', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'Bytte månad' }))
    expect(await listing(company)).toMatchObject({ plan: 'sponsor', isPartner: true, security: 'pending' })
  })

  test('leaves a guard company with a permit an active partner', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, slots } = await sponsorOf()
    await givePermit(house, id, '2999-12-31')
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    valueFrom(await releaseSlot(house, admin.signedIn, id, { slot: slots, reason: 'Avtalet är slut' }))
    expect(await listing(company)).toMatchObject({ plan: 'base', isPartner: true, security: 'active' })
  })

  test('shortens the campaign to the months left, and ends it with the last one', async () => {
    const admin = await joinAsAdmin(house)
    const { company, id, ids, slots } = await seasonOf()
    valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))
    const [first = '', second = '', third = ''] = ids
    const months = monthsFrom(house)
    const release = (slot: string) => releaseSlot(house, admin.signedIn, id, { slot, reason: 'Ångrade sig' })
    valueFrom(await release(third))
    expect(await offerOf(id)).toEqual({
      valid_from: `${months[0]}-01`,
      valid_to: lastDay(months[1] ?? '2026-01'),
      isPaid: true,
    })
    expect(await givenBackTo(id)).toEqual([-2_493_75])
    valueFrom(await release(second))
    expect(await offerOf(id)).toMatchObject({
      valid_from: `${months[0]}-01`,
      valid_to: lastDay(months[0] ?? '2026-01'),
    })
    valueFrom(await release(first))
    expect((await offerOf(id)).isPaid).toBe(false)
    expect(await listing(company)).toMatchObject({ plan: 'base' })
  })
})

describe('access to months', () => {
  test('is for administrators only, not for the company itself', async () => {
    const { company, id, slots } = await sponsorOf()
    await expect(activateSlots(house, company.signedIn, id, { slots })).rejects.toThrow('not allowed')
    await expect(releaseSlot(house, company.signedIn, id, { slot: slots, reason: 'x' })).rejects.toThrow('not allowed')
    await expect(readSlotsForAdmin(house, company.signedIn, id)).rejects.toThrow('not allowed')
    expect((await slotsOf(house, 'sponsor_slots', id))[0]?.status).toBe('reserved')
  })

  test('is refused as not found for a month of another company', async () => {
    const admin = await joinAsAdmin(house)
    const [one, other] = [await sponsorOf(), await sponsorOf()]
    expect(await activateSlots(house, admin.signedIn, one.id, { slots: other.slots })).toEqual(notThere)
    const release = { slot: other.slots, reason: 'x' }
    expect(await releaseSlot(house, admin.signedIn, one.id, release)).toEqual(notThere)
    expect((await slotsOf(house, 'sponsor_slots', other.id))[0]?.status).toBe('reserved')
  })

  test.each(['', 'nonsense', '00000000-0000-7000-8000-000000000000'])('%j is not found', async (slots) => {
    const admin = await joinAsAdmin(house)
    const { id } = await sponsorOf()
    expect(await activateSlots(house, admin.signedIn, id, { slots })).toEqual(notThere)
  })
})

test('a company sees what is paid and unpaid, and an administrator the sum to charge', async () => {
  const admin = await joinAsAdmin(house)
  const { company, id, slots } = await sponsorOf()
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 2))))
  valueFrom(await activateSlots(house, admin.signedIn, id, { slots }))

  const shown = await readPackage(house, company.signedIn)
  expect(shown).toMatchObject({
    plan: 'season',
    badges: { sponsorOfMonth: false, seasonPartner: false },
    isApproved: false,
    unpaid: { count: 2, sum: '3\u00a0990\u00a0kr' },
    paid: { count: 1, sum: '995\u00a0kr' },
    planStep: 'ansökt',
    past: [],
  })
  const { applications } = await readSlotsForAdmin(house, admin.signedIn, id)
  expect(applications.map(({ unpaidTotal, slots: months }) => [unpaidTotal, months.length])).toEqual(
    expect.arrayContaining([
      [null, 1],
      ['3\u00a0990\u00a0kr', 2],
    ]),
  )
})
