import { afterEach, expect, test, vi } from 'vitest'
import { monthOf } from '~/shared/month'
import { poison } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { valueFrom } from '../../test/support/outcome'
import { block } from '../../test/support/people'
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
import { activateSlots } from './activate-slots.server'
import { applyAsSeasonPartner } from './apply/apply-as-season-partner.server'
import { applyAsSponsor } from './apply/apply-as-sponsor.server'
import { readBadges } from './read-badges.server'
import { sweepMonths } from './sweep-months.server'

const house = useHouse()
afterEach(() => vi.useRealTimers())

test('a month ends when it has passed in Stockholm, and the company is back on base', async () => {
  const admin = await joinAsAdmin(house)
  const company = await joinAlone(house)
  const [month = ''] = monthsFrom(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  const { id } = await companyOf(house, company)
  await house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', id).execute()
  const [slot] = await slotsOf(house, 'sponsor_slots', id)
  valueFrom(await activateSlots(house, admin.signedIn, id, { slots: slot?.id ?? '' }))

  const current = monthOf(house.clock.now())
  expect((await readBadges(house.db, [id], current))[id]).toEqual({ sponsorOfMonth: true, seasonPartner: false })
  expect(await sweepMonths(house)).toBe(0)

  goToNextMonth(house)
  // The badge disappears with the month, even before the sweep.
  expect((await readBadges(house.db, [id], monthOf(house.clock.now())))[id]).toEqual({
    sponsorOfMonth: false,
    seasonPartner: false,
  })
  expect(await sweepMonths(house)).toBe(1)
  expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([{ status: 'ended' }])
  expect(await companyOf(house, company)).toMatchObject({
    plan: 'base',
    is_security_partner: false,
    security_status: null,
  })
  expect(await sweepMonths(house)).toBe(0)
})

test('a season plan continues while one of its months is left', async () => {
  const company = await joinAlone(house)
  valueFrom(await applyAsSeasonPartner(house, company.signedIn, seasonForm(monthsFrom(house, 3))))
  goToNextMonth(house)
  await sweepMonths(house)
  const { id, plan } = await companyOf(house, company)
  const states = (await slotsOf(house, 'season_slots', id)).map(({ status }) => status)
  expect(states[0]).toBe('ended')
  expect(states.at(-1)).toBe('reserved')
  expect(plan).toBe('season')
})

test('the months of a closed company are released', async () => {
  const company = await joinAlone(house)
  const month = monthsFrom(house)[6] ?? ''
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  const { id } = await companyOf(house, company)
  await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', id).execute()
  expect(await sweepMonths(house)).toBe(1)
  expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([
    { status: 'released', release_reason: 'Företaget finns inte kvar' },
  ])
})

test('four concurrent sweeps share the work and sweep no company twice', async () => {
  const companies = await Promise.all(Array.from({ length: 12 }, () => joinAlone(house)))
  for (const { signedIn } of companies) {
    valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(monthsFrom(house)[0] ?? '')))
  }
  goToNextMonth(house)
  const swept = await Promise.all([1, 2, 3, 4].map(() => sweepMonths(house)))
  expect(swept.reduce((sum, one) => sum + one, 0)).toBe(12)
  // Rows that were skipped because another process held them are swept now, in practice an hour later.
  await sweepMonths(house)
  const left = await house.db.selectFrom('sponsor_slots').select('id').where('status', '=', 'reserved').execute()
  expect(left).toEqual([])
})

test('the charge of a month that has passed is struck, and charges of this and later months stay open', async () => {
  // Late in a month, so that nothing is overdue on the first day of the next.
  vi.setSystemTime(new Date('2027-03-25T11:00:00Z'))
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  const [passed = '', current = '', next = ''] = monthsFrom(house)
  for (const month of [passed, current, next])
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
  // It is the first day of the second month, so only one month has passed.
  vi.setSystemTime(new Date(`${current}-01T11:00:00Z`))
  await sweepMonths(house)
  expect((await slotsOf(house, 'sponsor_slots', id)).map(({ status }) => status)).toEqual([
    'ended',
    'reserved',
    'reserved',
  ])
  const asked = await house.db
    .selectFrom('charges')
    .innerJoin('charge_lines', 'charge_lines.charge_id', 'charges.id')
    .innerJoin('sponsor_slots', 'sponsor_slots.id', 'charge_lines.slot_id')
    .select(['charges.status', 'sponsor_slots.month'])
    .where('charges.company_id', '=', id)
    .orderBy('month')
    .execute()
  expect(asked.map(({ status, month }) => [month.slice(0, 7), status])).toEqual([
    [passed, 'struck'],
    [current, 'open'],
    [next, 'open'],
  ])
})

test('an unpaid month is kept for fourteen days of the calendar after its last day to pay, also in summer time', async () => {
  vi.setSystemTime(new Date('2027-03-12T11:00:00Z'))
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm('2027-06')))
  await house.db.updateTable('charges').set({ due_on: '2027-03-22' }).where('company_id', '=', id).execute()
  vi.setSystemTime(new Date('2027-04-05T21:59:00Z'))
  await sweepMonths(house)
  expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([{ status: 'reserved' }])
  vi.setSystemTime(new Date('2027-04-05T22:01:00Z'))
  await sweepMonths(house)
  expect(await slotsOf(house, 'sponsor_slots', id)).toMatchObject([{ status: 'released' }])
})

test('a company whose months cannot be swept holds up none of the others', async () => {
  const [month = ''] = monthsFrom(house)
  const slots: string[] = []
  for (let count = 0; count < 3; count++) {
    const company = await joinAlone(house)
    valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(month)))
    const [slot] = await slotsOf(house, 'sponsor_slots', (await companyOf(house, company)).id)
    slots.push(slot?.id ?? '')
  }
  goToNextMonth(house)
  const cure = await poison(house, { before: 'update', on: 'sponsor_slots', when: `new.id = '${slots[0]}'` })
  await expect(sweepMonths(house)).rejects.toThrow('not this one')
  const left = () =>
    house.db
      .selectFrom('sponsor_slots')
      .select('id')
      .where('id', 'in', slots)
      .where('status', '=', 'reserved')
      .execute()
  expect(await left()).toEqual([{ id: slots[0] }])
  await cure()
  expect(await sweepMonths(house)).toBe(1)
  expect(await left()).toEqual([])
})

test('the months of a company whose owner got another role are released, but not those of a blocked owner', async () => {
  const month = monthsFrom(house)[6] ?? ''
  const gone = await joinAlone(house)
  const blocked = await joinAlone(house)
  for (const { signedIn } of [gone, blocked]) valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(month)))
  await house.db.updateTable('profiles').set({ user_role: 'admin' }).where('id', '=', gone.signedIn.person.id).execute()
  await block(house, blocked, house.clock.now())
  const slotsOfOwner = async (who: typeof gone) => slotsOf(house, 'sponsor_slots', (await companyOf(house, who)).id)
  expect(await sweepMonths(house)).toBe(1)
  expect(await slotsOfOwner(gone)).toMatchObject([
    { status: 'released', release_reason: 'Ingen sköter företagets konto längre' },
  ])
  expect(await slotsOfOwner(blocked)).toMatchObject([{ status: 'reserved' }])
})
