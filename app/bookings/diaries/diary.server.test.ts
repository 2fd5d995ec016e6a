import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { readMemberOverview } from '~/shell/overviews/read-member-overview.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { sayDoneAndWait, sayNoShowAndWait } from '../../../test/support/crowds/said'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { block, type Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from '../change/answer-proposal.server'
import { confirmBooking, declineBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { readCompanyFigures } from '../week/figures-store.server'
import { readCompanyWeek } from '../week/read-company-week.server'
import { readEarnings } from './diary-store.server'
import { exportBookings } from './export-bookings.server'
import { readCompanyBooking, readCompanyDiary } from './read-company-diary.server'
import { readMemberBooking, readMemberDiary } from './read-member-diary.server'

const house = useHouse()
let shop: Shop
let member: Resident

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house, { capacity: 3, hours: ['00:00', '23:59'] })
  member = await joinNear(house, shop)
})

async function ask(day: string, time: string, given: Record<string, string> = {}) {
  return valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time, given))).id
}
const company = () => shop.owner.signedIn
const confirm = async (id: string) => valueFrom(await confirmBooking(house, company(), { id }))
async function confirmed(day: string, time: string, given: Record<string, string> = {}) {
  const id = await ask(day, time, given)
  await confirm(id)
  return id
}
const complete = async (id: string) => valueFrom(await sayDoneAndWait(house, company(), { id }))

const mine = (search = '') => readMemberDiary(house, member.signedIn, new URLSearchParams(search))
const theirs = (search = '') => readCompanyDiary(house, company(), new URLSearchParams(search))
const idsOf = ({ bookings }: { bookings: { id: string }[] }) => bookings.map(({ id }) => id)

describe("a member's list", () => {
  test('is newest first, and the list of upcoming bookings soonest first', async () => {
    const first = await ask('2027-01-30', '10:00')
    const last = await ask('2027-02-10', '10:00')
    const middle = await ask('2027-02-03', '10:00')
    expect(idsOf(await mine())).toEqual([last, middle, first])
    setClock('2027-02-01T09:00:00Z')
    expect(idsOf(await mine('visa=kommande'))).toEqual([middle, last])
    expect(idsOf(await mine('visa=tidigare'))).toEqual([first])
  })

  test('has keyset pagination without gaps or duplicates, also among jobs at the same time', async () => {
    const ids = []
    for (let day = 1; day <= 15; day++) {
      for (const time of ['10:00', '10:00']) ids.push(await confirmed(`2027-02-${String(day).padStart(2, '0')}`, time))
    }
    const seen: string[] = []
    let search = ''
    for (let page = 0; page < 3; page++) {
      const { bookings, next } = await mine(search)
      expect(bookings).toHaveLength([20, 10][page] ?? 0)
      seen.push(...bookings.map(({ id }) => id))
      if (!next) break
      search = new URLSearchParams({ efter: `${next.at}_${next.id}` }).toString()
    }
    expect(seen).toHaveLength(30)
    expect(new Set(seen)).toEqual(new Set(ids))
  })

  test('shows the fields that the specification asks for', async () => {
    await ask('2027-02-01', '10:00')
    const [booking] = (await mine()).bookings
    expect(booking).toMatchObject({
      title: 'Hemstäd',
      status: 'pending',
      date: 'måndag 1 februari 2027',
      time: '10.00',
      price: '674,10\u00a0kr',
      company: { name: 'Lind Städ AB', phone: { number: '08-123 456 78' } },
    })
  })
})

test('a booking is not found by another member, another company or an invalid id', async () => {
  const id = await ask('2027-02-01', '10:00')
  const otherShop = await openShop(house)
  const other = await joinNear(house, shop)
  expect(await readMemberBooking(house, other.signedIn, id)).toEqual(notThere)
  expect(await readCompanyBooking(house, otherShop.owner.signedIn, id)).toEqual(notThere)
  expect(await readMemberBooking(house, company(), id)).toEqual(notThere)
  for (const wrong of [randomUUID(), 'x', '']) {
    expect(await readMemberBooking(house, member.signedIn, wrong)).toEqual(notThere)
  }
  await expect(readCompanyDiary(house, member.signedIn, new URLSearchParams())).rejects.toThrow('not allowed')
  expect((await readCompanyDiary(house, otherShop.owner.signedIn, new URLSearchParams())).bookings).toEqual([])
})

describe("a company's list", () => {
  test("has today's jobs with address and phone, and the unfinished ones", async () => {
    const yesterday = await confirmed('2027-01-30', '10:00')
    const today = await confirmed('2027-01-31', '14:00', {
      address: 'Provgatan 1',
      phone: '070-174 06 44',
      note: 'Hund',
    })
    const asked = await ask('2027-01-31', '16:00')
    setClock('2027-01-31T07:00:00Z')
    const list = await theirs()
    expect(list.today).toMatchObject([
      { id: today, where: 'Provgatan 1', phone: { number: '070-174 06 44' }, note: 'Hund' },
    ])
    expect(list.unfinished.map(({ id }) => id)).toEqual([yesterday])
    expect(idsOf(list)).toEqual([today, asked])
    expect(list.pending).toBe(1)
    expect(idsOf(await theirs('visa=tidigare'))).toEqual([yesterday])
  })

  test('has as unfinished only confirmed jobs that are over', async () => {
    const agreed = await confirmed('2027-01-30', '10:00')
    const done = await confirmed('2027-01-30', '11:00')
    const off = await ask('2027-01-30', '12:00')
    valueFrom(await declineBooking(house, company(), { id: off, reason: 'Fullt' }))
    await confirmed('2027-01-31', '14:00')
    setClock('2027-01-31T07:00:00Z')
    await complete(done)
    expect((await theirs()).unfinished.map(({ id }) => id)).toEqual([agreed])
  })

  test('is filtered by state, and offers the deeds that the state allows', async () => {
    const pending = await ask('2027-02-01', '10:00')
    const agreed = await confirmed('2027-02-02', '10:00')
    const done = await confirmed('2027-01-30', '10:00')
    const off = await ask('2027-02-04', '10:00')
    valueFrom(await declineBooking(house, company(), { id: off, reason: 'Fullt' }))
    setClock('2027-01-30T09:30:00Z')
    await complete(done)
    expect(idsOf(await theirs())).toEqual([done, pending, agreed, off])
    for (const [word, id, may] of [
      ['vantar', pending, ['confirm', 'decline', 'cancel', 'propose']],
      ['bekraftade', agreed, ['cancel', 'propose']],
      ['genomforda', done, []],
      ['avbokade', off, []],
    ] as const) {
      const { bookings } = await theirs(`visa=${word}`)
      expect(bookings).toMatchObject([{ id, may }])
    }
  })
})

test('both sides see the history of a booking, each in its own words', async () => {
  const id = await ask('2027-02-05', '10:00')
  await confirm(id)
  setClock('2027-01-29T10:00:00Z')
  const start = new Date('2027-02-06T09:00:00Z').toISOString()
  valueFrom(await proposeTime(house, member.signedIn, { id, start }))
  valueFrom(await answerProposal(house, company(), { id, answer: 'no' }))
  valueFrom(await proposeTime(house, company(), { id, start }))
  valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' }))
  setClock('2027-02-06T09:30:00Z')
  valueFrom(await sayNoShowAndWait(house, company(), { id }))
  const forMember = found(await readMemberBooking(house, member.signedIn, id)).history
  expect(forMember).toEqual([
    { at: '29 jan. 10.00', text: 'Du skickade en förfrågan' },
    { at: '29 jan. 10.00', text: 'Lind Städ AB bekräftade bokningen' },
    { at: '29 jan. 11.00', text: 'Du föreslog en ny tid, lördag 6 februari kl. 10.00' },
    { at: '29 jan. 11.00', text: 'Lind Städ AB sa nej till lördag 6 februari kl. 10.00' },
    { at: '29 jan. 11.00', text: 'Lind Städ AB föreslog en ny tid, lördag 6 februari kl. 10.00' },
    {
      at: '29 jan. 11.00',
      text: 'Du sa ja till en ny tid, lördag 6 februari kl. 10.00, i stället för fredag 5 februari kl. 10.00',
    },
    { at: '6 feb. 10.31', text: 'Lind Städ AB skrev att ingen var på plats' },
  ])
  const forCompany = found(await readCompanyBooking(house, company(), id)).history
  expect(forCompany.map(({ text }) => text).slice(0, 2)).toEqual([
    'Eva Lind skickade en förfrågan',
    'Ni bekräftade bokningen',
  ])
})

test('the earnings of a month sum the jobs that were completed in it, by Stockholm time', async () => {
  const night = await confirmed('2027-02-01', '00:30')
  const january = await confirmed('2027-01-31', '10:00')
  const never = await confirmed('2027-02-02', '10:00')
  // 23.30 on 31 January in Stockholm. The second is completed at 00.45 on 1 February, which is still January in UTC.
  setClock('2027-01-31T22:30:00Z')
  await complete(january)
  await complete(january)
  setClock('2027-01-31T23:45:00Z')
  await complete(night)
  const months = await readEarnings(house.db, shop.companyId, '2026-12-01')
  // 749 kr less 10 % less 5 % of 749 kr, each rounded as specified.
  const gets = 749_00 - 74_90 - 37_45
  expect(months.map(({ month, completed, providerGetsOre }) => [month, completed, providerGetsOre])).toEqual([
    ['2027-01-01', 1, gets],
    ['2027-02-01', 1, gets],
  ])
  const kept = await house.db
    .selectFrom('booking_months')
    .selectAll()
    .where('company_id', '=', shop.companyId)
    .execute()
  const rows = await house.db.selectFrom('bookings').selectAll().where('company_id', '=', shop.companyId).execute()
  const summed = rows.filter(({ status }) => status === 'completed')
  expect(kept.reduce((sum, { fee_cents }) => sum + fee_cents, 0)).toBe(
    summed.reduce((sum, { platform_fee_cents }) => sum + platform_fee_cents, 0),
  )
  expect(rows.find(({ id }) => id === never)?.status).toBe('confirmed')
})

describe('a week', () => {
  const week = (day: string) => readCompanyWeek(house, company(), new URLSearchParams({ dag: day }))

  test('begins on the Monday of the given day, and shows its jobs without cancelled ones', async () => {
    const id = await confirmed('2027-02-03', '10:00')
    const off = await ask('2027-02-03', '12:00')
    valueFrom(await cancelBooking(house, member.signedIn, { id: off }))
    const { title, days, previous, next } = await week('2027-02-05')
    expect([title, days[0]?.day, previous, next]).toEqual(['Vecka 5', '2027-02-01', '2027-01-25', '2027-02-08'])
    expect(days[2]?.jobs).toMatchObject([
      { id, starts: '10.00', ends: '11.00', customer: 'Eva Lind', status: 'confirmed' },
    ])
    expect(days.flatMap(({ jobs }) => jobs)).toHaveLength(1)
  })

  test('shows a job over midnight on both days, also from Sunday to Monday', async () => {
    const id = await confirmed('2027-02-07', '23:30')
    expect((await week('2027-02-07')).days[6]?.jobs.map((job) => job.id)).toEqual([id])
    expect((await week('2027-02-08')).days[0]?.jobs.map((job) => job.id)).toEqual([id])
  })

  test.each([
    ['forward', '2027-03-28', '03:00'],
    ['back', '2027-10-31', '01:30'],
  ])('shows a job at its wall-clock time on the Sunday when the clock is moved %s', async (_, day, time) => {
    setClock(new Date(Date.parse(`${day}T09:00:00Z`) - 10 * 86_400_000).toISOString())
    const id = await confirmed(day, time)
    const job = (await week(day)).days[6]?.jobs.find((one) => one.id === id)
    expect(job?.starts).toBe(time.replace(':', '.'))
    expect(job?.place.height).toBeGreaterThan(0)
  })

  test.each(['', 'x', '2027-02-31', '0000-00-00'])('for an invalid day (%s) is the current one', async (day) => {
    expect((await week(day)).isThisWeek).toBe(true)
  })
})

test('the CSV export has every booking once and is written in batches', async () => {
  const id = await confirmed('2027-02-01', '10:00', { address: 'Provgatan 1; nb' })
  const [row] = await house.db.selectFrom('bookings').selectAll().where('id', '=', id).execute()
  if (!row) throw new Error('no booking')
  // Enough rows for several batches, three each with the same start time.
  const { busy, ...copied } = row
  const copies = Array.from({ length: 1_200 }, (_, index) => {
    const startsAt = new Date(Date.parse('2025-01-01T08:00:00Z') + Math.floor(index / 3) * 3_600_000)
    const endsAt = new Date(startsAt.getTime() + 3_600_000)
    const moments = { scheduled_at: startsAt, ends_at: endsAt, busy_until: endsAt, lapses_at: startsAt }
    return { ...copied, ...moments, id: randomUUID(), key: randomUUID(), lane: (index % 3) + 1 }
  })
  await house.db.insertInto('bookings').values(copies.slice(0, 600)).execute()
  await house.db.insertInto('bookings').values(copies.slice(600)).execute()
  const parts: string[] = []
  for await (const part of await exportBookings(house, company())) parts.push(part)
  expect(parts.length).toBeGreaterThan(3)
  const lines = parts.join('').trimEnd().split('\r\n')
  expect(lines).toHaveLength(1_202)
  const ids = lines.slice(1).map((line) => line.split(';').at(-1))
  expect(new Set(ids)).toEqual(new Set([id, ...copies.map((copy) => copy.id)]))
  expect(lines.at(-1)).toBe(
    `2027-02-01;10:00;Hemstäd;Bekräftad;Eva Lind;070-123 45 67;"Provgatan 1; nb";749,00;74,90;674,10;37,45;636,65;${id}`,
  )
})

test('a company’s figures count its pending requests, the next seven days and the earnings of the month', async () => {
  const figures = ({ companyId }: Shop) => readCompanyFigures(house.db, companyId, house.clock.now())
  const nothing = { pending: 0, upcoming: 0, providerGetsOre: 0, completedThisMonth: 0 }
  const next = await openShop(house)
  const done = await confirmed('2027-01-30', '10:00')
  await ask('2027-02-01', '10:00')
  await ask('2027-02-20', '10:00')
  await confirmed('2027-02-02', '10:00')
  // Exactly seven days ahead.
  await confirmed('2027-02-05', '09:30')
  await confirmed('2027-02-05', '10:00')
  expect(await figures(shop)).toEqual({ ...nothing, pending: 2, upcoming: 3 })
  setClock('2027-01-30T12:00:00Z')
  await complete(done)
  const { providerGetsOre, ...rest } = await figures(shop)
  expect(rest).toEqual({ pending: 2, upcoming: 3, completedThisMonth: 1 })
  expect(providerGetsOre).toBeGreaterThan(0)
  expect(await figures(next)).toEqual(nothing)
})

test('a company is told that a blocked member cannot answer, and can neither propose a time nor write', async () => {
  const id = await confirmed('2027-02-02', '12:00')
  const page = async () => found(await readCompanyBooking(house, company(), id))
  expect((await page()).booking).toMatchObject({ memberCannotAnswer: false })
  expect((await page()).booking.may).toContain('propose')
  expect((await page()).conversation.notNow).toBeNull()
  await block(house, member, house.clock.now())
  expect((await page()).booking).toMatchObject({ memberCannotAnswer: true })
  expect((await page()).booking.may).not.toContain('propose')
  expect((await page()).conversation.notNow).toMatch(/^Kunden kan inte läsa här/)
  const asked = await proposeTime(house, company(), { id, day: '2027-02-03', time: '10:00' })
  expect(refusalFrom(asked).message).toMatch(/^Kunden kan inte svara här just nu/)
  await block(house, member, null)
  expect((await page()).booking.may).toContain('propose')
})

test('a booking with a company whose owner is blocked says that it cannot answer, and can only be cancelled', async () => {
  const id = await confirmed('2027-02-02', '10:00')
  const page = async () => found(await readMemberBooking(house, member.signedIn, id))
  expect((await page()).nextStep?.title).toBe('Bokningen är bekräftad')
  await block(house, { signedIn: company() }, house.clock.now())
  const { nextStep, booking } = await page()
  const isUnsure = { label: 'Företaget kan inte svara', icon: 'phone' }
  expect(booking.look).toMatchObject(isUnsure)
  expect((await mine()).bookings.map(({ look }) => look)).toMatchObject([isUnsure])
  expect((await readMemberOverview(house, member.signedIn)).next?.look).toMatchObject(isUnsure)
  expect(nextStep).toMatchObject({ title: 'Företaget kan inte svara just nu', icon: 'phone' })
  expect(booking.may).toEqual(['cancel', 'withdraw'])
  const asked = await proposeTime(house, member.signedIn, { id, day: '2027-02-03', time: '10:00' })
  expect(refusalFrom(asked).message).toBe('Företaget kan inte svara här just nu.')
  await block(house, { signedIn: company() }, null)
  expect((await page()).nextStep?.title).toBe('Bokningen är bekräftad')
  expect((await readMemberOverview(house, member.signedIn)).next?.look.label).toBe('Bekräftad')
})
