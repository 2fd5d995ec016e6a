import { beforeEach, expect, test } from 'vitest'
import { type Month, nextMonths } from '~/shared/month'
import { setClock } from '../../test/support/bookings'
import { letBeCalled } from '../../test/support/guards'
import { useHouse } from '../../test/support/house'
import { payFor } from '../../test/support/money'
import { valueFrom } from '../../test/support/outcome'
import { joinAsMember, type Resident } from '../../test/support/people'
import { companyOf, joinAlone, joinAsAdmin, seasonForm, slotsOf, sponsorForm } from '../../test/support/sponsorship'
import { applyAsSeasonPartner } from './apply/apply-as-season-partner.server'
import { applyAsSponsor } from './apply/apply-as-sponsor.server'
import { readSeasonMonths, readSponsorMonths } from './apply/read-application.server'
import { readPackage, readPlanInWords, readSlotsForAdmin } from './read-slots.server'
import { sweepMonths } from './sweep-months.server'

/** What a company and an administrator read of booked months, from the application to their end. */

const house = useHouse()
beforeEach(() => setClock('2031-05-10T10:00:00Z'))

const sponsor = async ({ signedIn }: Resident, month: string) =>
  valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(month)))
const season = async ({ signedIn }: Resident, months: readonly Month[]) =>
  valueFrom(await applyAsSeasonPartner(house, signedIn, seasonForm(months)))
const approve = (id: string) =>
  house.db.updateTable('companies').set({ review_state: 'approved' }).where('id', '=', id).execute()
const isFor = (months: readonly { isFor: string | null }[]) => months.map((month) => month.isFor)

test('a company sees for each month whether it is paid, who sees it and what is left to pay', async () => {
  const { signedIn: admin } = await joinAsAdmin(house)
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  const read = async () => {
    const shown = await readPackage(house, company.signedIn)
    if (!shown) throw new Error('A company has its package')
    return shown
  }
  const inWords = () => readPlanInWords(house, company.signedIn)
  expect([await inWords(), (await read()).takesAlarms]).toEqual(['Bas', false])
  for (const month of ['2031-06', '2031-05']) await sponsor(company, month)
  expect(await inWords()).toBe('Huvudsponsor (ansökt)')
  const before = await read()
  expect(before.live).toMatchObject([
    { month: 'maj 2031', packageName: 'Huvudsponsor', campaign: null, paid: null, state: { label: 'Ansökt' } },
    { month: 'juni 2031', booked: '10 maj 2031', mayActivate: true, mayRelease: true },
  ])
  expect(isFor(before.live)).toEqual(Array(2).fill('Grannarna ser den när den är betald och har börjat.'))
  expect(before).toMatchObject({
    unpaid: { count: 2, sum: '1\u00a0990\u00a0kr' },
    paid: { count: 0, sum: '0\u00a0kr' },
  })

  await payFor(house, admin, { companyId: id })
  const paid = await read()
  expect(isFor(paid.live)).toEqual(Array(2).fill('Grannarna ser den när företaget är godkänt och den har börjat.'))
  expect(paid).toMatchObject({
    badges: { sponsorOfMonth: false },
    planStep: 'betald, väntar på granskning',
    paid: { count: 2 },
  })
  expect(paid.live[0]).toMatchObject({ paid: '10 maj 2031', state: { label: 'Betald' }, mayActivate: false })

  await approve(id)
  expect(isFor((await read()).live)).toEqual(['Grannarna ser den nu.', 'Grannarna ser den när den börjar.'])
  expect(await read()).toMatchObject({ badges: { sponsorOfMonth: true, seasonPartner: false }, planStep: 'syns nu' })
  expect(await inWords()).toBe('Huvudsponsor (syns nu)')

  setClock('2031-06-02T10:00:00Z')
  await sweepMonths(house)
  const later = await read()
  expect([later.live.map(({ month }) => month), isFor(later.past)]).toEqual([['juni 2031'], [null]])
  expect(later.past).toMatchObject([{ month: 'maj 2031', state: { label: 'Betald och avslutad' }, mayRelease: false }])
  await letBeCalled(house, id)
  expect((await read()).takesAlarms).toBe(true)
})

test('a hidden company reads that its months are not seen because it is hidden', async () => {
  const { signedIn: admin } = await joinAsAdmin(house)
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  await sponsor(company, '2031-05')
  await payFor(house, admin, { companyId: id })
  await sponsor(company, '2031-06')
  const hidden = { review_state: 'hidden', hidden_reason: 'Saknar F-skatt' } as const
  await house.db.updateTable('companies').set(hidden).where('id', '=', id).execute()
  const shown = await readPackage(house, company.signedIn)
  expect(shown).toMatchObject({ isHidden: true, badges: { sponsorOfMonth: false } })
  expect([shown?.planStep, await readPlanInWords(house, company.signedIn)]).toEqual([
    'betald, företaget är dolt',
    'Huvudsponsor (betald, företaget är dolt)',
  ])
  expect(isFor(shown?.live ?? [])).toEqual([
    'Grannarna ser den inte så länge företaget är dolt.',
    'Grannarna ser den när den är betald och företaget visas igen.',
  ])
})

test('an administrator sees applications grouped, with what is left to pay of each', async () => {
  const { signedIn: admin } = await joinAsAdmin(house)
  const company = await joinAlone(house)
  const { id } = await companyOf(house, company)
  await season(company, ['2031-08', '2031-06'])
  await sponsor(company, '2031-05')
  await payFor(house, admin, { companyId: id })
  await season(company, ['2031-07', '2031-09'])
  const unpaid = (await slotsOf(house, 'season_slots', id)).filter(({ status }) => status === 'reserved')
  await sponsor(company, '2031-10')
  const last = (await slotsOf(house, 'sponsor_slots', id)).at(-1)
  const { applications, planInWords } = await readSlotsForAdmin(house, admin, id)
  expect(planInWords).toBe('Huvudsponsor (betald, väntar på granskning)')
  const read = applications.map(({ slots, unpaidSlots, unpaidTotal }) => ({
    months: slots.map(({ month }) => month),
    unpaidSlots: unpaidSlots.split(',').toSorted(),
    unpaidTotal,
  }))
  expect(read).toEqual([
    { months: ['oktober 2031'], unpaidSlots: [last?.id], unpaidTotal: '995\u00a0kr' },
    {
      months: ['juli 2031', 'september 2031'],
      unpaidSlots: unpaid.map((slot) => slot.id).toSorted(),
      unpaidTotal: '3\u00a0990\u00a0kr',
    },
    { months: ['juni 2031', 'augusti 2031'], unpaidSlots: [''], unpaidTotal: null },
    { months: ['maj 2031'], unpaidSlots: [''], unpaidTotal: null },
  ])
  expect(applications[1]?.slots[0]?.campaign).toBe('Vårstäd i hela kvarteret')
  const nobody = '00000000-0000-7000-8000-000000000000'
  expect(await readSlotsForAdmin(house, admin, nobody)).toEqual({ applications: [], planInWords: '' })
  const resident = (await joinAsMember(house)).signedIn
  expect([await readPlanInWords(house, resident), await readPackage(house, resident)]).toEqual([null, null])
})

test('an applicant sees which of the twelve months are its own, booked by others, or free', async () => {
  const [company, neighbour] = [await joinAlone(house), await joinAlone(house)]
  const { postcode } = await companyOf(house, company)
  await house.db
    .updateTable('companies')
    .set({ postcode })
    .where('owner_id', '=', neighbour.signedIn.person.id)
    .execute()
  await sponsor(company, '2031-06')
  await sponsor(neighbour, '2031-07')
  await season(company, ['2031-08'])
  const months = async (read: typeof readSponsorMonths | typeof readSeasonMonths, of = company) => {
    const shown = await read(house, of.signedIn)
    if (!('months' in shown)) throw new Error(shown.refusal.title)
    return shown.months
  }
  const taken = async (...asked: Parameters<typeof months>) => (await months(...asked)).filter((month) => month.taken)
  expect(await taken(readSponsorMonths)).toEqual([
    { value: '2031-06', taken: 'Ni har den' },
    { value: '2031-07', taken: 'Bokad' },
  ])
  // A company's season does not block another company's.
  expect(await taken(readSeasonMonths)).toEqual([{ value: '2031-08', taken: 'Ni har den' }])
  expect(await taken(readSeasonMonths, neighbour)).toEqual([])
  for (const read of [readSponsorMonths, readSeasonMonths]) {
    expect((await months(read)).map(({ value }) => value)).toEqual(nextMonths('2031-05', 12))
  }
  await house.db
    .updateTable('season_slots')
    .set({ status: 'released' })
    .where('company_id', '=', (await companyOf(house, company)).id)
    .execute()
  expect(await taken(readSeasonMonths)).toEqual([])
  const { signedIn: resident } = await joinAsMember(house)
  const nothing = { may: false, sendTo: '/signup?role=company' }
  expect(await readSponsorMonths(house, resident)).toMatchObject(nothing)
  expect(await readSeasonMonths(house, resident)).toMatchObject(nothing)
})
