import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { withdraw } from '~/membership/course/change-course.server'
import { runMemberships } from '~/membership/public.server'
import { notThere } from '~/shared/outcome'
import { useHouse } from '../../../test/support/house'
import { payFor, sieOf } from '../../../test/support/money'
import { found, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { markPaidOut } from '../desk/mark-paid-out.server'
import { readBooks } from './read-books.server'
import { writeSie } from './write-sie.server'

const house = useHouse()

/** One member who pays a month, and one who pays and withdraws, across the end of a year. */
async function played() {
  vi.setSystemTime('2026-10-25T09:00:00Z')
  const admin = await joinAsAdmin(house)
  const [stays, goes] = [await joinAsMember(house), await joinAsMember(house)]
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  await payFor(house, admin.signedIn, { memberId: stays.signedIn.person.id })
  // 30 November 23:30 UTC is half past midnight on 1 December in Stockholm.
  vi.setSystemTime('2026-11-30T23:30:00Z')
  await payFor(house, admin.signedIn, { memberId: goes.signedIn.person.id })
  vi.setSystemTime('2026-12-03T09:00:00Z')
  valueFrom(await withdraw(house, goes.signedIn, { sure: 'on' }))
  vi.setSystemTime('2027-01-02T09:00:00Z')
  const { id } = await house.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  valueFrom(await markPaidOut(house, admin.signedIn, { refund: id }))
  return { admin, member: stays }
}

test('SIE files of each period agree with the ledger, and so does the VAT page; only administrators read them', async () => {
  const { admin, member } = await played()
  const files = new Map<string, Awaited<ReturnType<typeof sieOf>>>()
  for (const period of ['2026-11', '2026-12', '2026-K4', '2026', '2027-01', '2027', '2025']) {
    files.set(period, await sieOf(house, admin.signedIn, period))
  }
  const count = (period: string) => files.get(period)?.vouchers.length
  expect([...files.keys()].map((period) => [period, count(period)])).toEqual([
    ['2026-11', 1],
    ['2026-12', 2],
    ['2026-K4', 3],
    ['2026', 3],
    ['2027-01', 1],
    ['2027', 1],
    ['2025', 0],
  ])
  const all = ['2026', '2027'].flatMap((period) => files.get(period)?.vouchers ?? [])
  for (const { rows, series, number } of all) {
    expect(rows.reduce((sum, { ore }) => sum + ore, 0)).toBe(0)
    expect({ series, number }).toEqual({ series: 'K', number: '' })
  }
  const { rows: ledger } = await sql<{ account: number; sum: number }>`
    select account, sum(amount_cents) as sum from ledger_entries group by account order by account`.execute(house.db)
  const read = new Map<number, number>()
  for (const { account, ore } of all.flatMap(({ rows }) => rows)) {
    read.set(Number(account), (read.get(Number(account)) ?? 0) + ore)
  }
  expect([...read].sort(([a], [b]) => a - b)).toEqual(ledger.map(({ account, sum }) => [account, sum]))
  expect(files.get('2026-12')?.vouchers.map(({ day, text }) => [day, text.split(',')[0]])).toEqual([
    ['20261201', 'Kvitto 1002'],
    ['20261203', 'Kreditkvitto 1003'],
  ])
  expect(files.get('2027')?.vouchers[0]?.text).toMatch(/^Utbetalt av kreditkvitto 1003, KV/)
  expect(files.get('2026')?.labels.get('#ORGNR')).toEqual(['559999-0008'])

  const year = found(await readBooks(house, admin.signedIn, '2026'))
  expect(year).toMatchObject({ name: '2026', isOver: true, sales: '31,20\u00a0kr', vat: '7,80\u00a0kr' })
  expect(year.boxes.map(({ box, sum }) => [box, sum])).toEqual([
    ['05', '31\u00a0kr'],
    ['10', '7\u00a0kr'],
  ])
  expect(year.months.map(({ month, vat }) => [month, vat])).toEqual([
    ['november 2026', '7,80\u00a0kr'],
    ['december 2026', '0,00\u00a0kr'],
  ])
  const now = found(await readBooks(house, admin.signedIn, null))
  expect(now).toMatchObject({ code: '2027-01', isOver: false, vat: '0,00\u00a0kr' })
  expect(now.choices.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['2027', '2026', '2027-K1', '2026-K4', '2027-01', '2026-12', '2026-11']),
  )

  // Each choice is listed once. A period from before the first voucher is a choice only while it is being looked at.
  expect(now.choices.filter(({ value }) => value === '2027-01')).toHaveLength(1)
  const before = found(await readBooks(house, admin.signedIn, '2025-03'))
  expect(before.choices.map(({ value }) => value)).toEqual(['2025-03', ...now.choices.map(({ value }) => value)])

  expect(await readBooks(house, admin.signedIn, '2026-13')).toBe(notThere)
  expect(writeSie(house, admin.signedIn, 'constructor')).toBe(notThere)
  await expect(readBooks(house, member.signedIn, '2026')).rejects.toThrow('not allowed')
  expect(() => writeSie(house, member.signedIn, '2026')).toThrow('not allowed')
})
