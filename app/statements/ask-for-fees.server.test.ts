import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { forgetPayer, sweepMoney } from '~/payments/public.server'
import type { Database } from '~/platform/database/database.server'
import { type Month, nextMonths } from '~/shared/month'
import { deleteAccount } from '~/shell/leaving/delete-account.server'
import { openShop, type Shop, setClock } from '../../test/support/bookings'
import { addDone, correct } from '../../test/support/crowds/fees'
import { behind, poison } from '../../test/support/held'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { expectBooksToBalance, openChargesOf, payFor } from '../../test/support/money'
import { found, valueFrom } from '../../test/support/outcome'
import { ofMany } from '../../test/support/pace/long'
import { joinAsAdmin, PASSWORD } from '../../test/support/people'
import { askForFees } from './ask-for-fees.server'
import { readStatement } from './read-statement.server'

const house = useHouse()
let shop: Shop

beforeEach(async () => {
  setClock('2027-01-10T09:00:00Z')
  shop = await openShop(house)
})

const feesOf = async (companyId = shop.companyId) =>
  (await openChargesOf(house.db, { companyId })).filter(({ kind }) => kind === 'fee')
const linesOf = (chargeId: string) =>
  house.db
    .selectFrom('charge_lines')
    .select(['text', 'net_cents as net', 'vat_cents as vat', 'gross_cents as gross'])
    .where('charge_id', '=', chargeId)
    .orderBy('position')
    .execute()
const statementOf = async (month: Month) => found(await readStatement(house, shop.owner.signedIn, month))

test('the fees of a past month are charged once, even by concurrent runs, with VAT, a due day and a mail', async () => {
  await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
  await addDone(house, shop, { at: '2027-01-31T22:59:00Z', listOre: 1_00 })
  // 00:01 in Stockholm on 1 February (UTC+1), so the next month.
  await addDone(house, shop, { at: '2027-01-31T23:01:00Z', listOre: 600_00 })
  setClock('2027-01-31T22:59:59Z')
  house.told.length = house.woken.length = 0
  expect(await askForFees(house)).toBe(0)
  expect([house.told, house.woken]).toEqual([[], []])
  setClock('2027-02-01T00:10:00Z')
  await house.deliver()
  house.told.length = house.woken.length = 0
  expect((await Promise.all([askForFees(house), askForFees(house)])).reduce((sum, one) => sum + one)).toBe(1)
  expect(await askForFees(house)).toBe(0)
  expect(house.told).toEqual([{ to: [`company:${shop.companyId}`, 'admin'], about: 'payments' }])
  expect(house.woken).toEqual(['messages'])
  const [charge, ...others] = await feesOf()
  expect(others).toEqual([])
  // 37.45 kr + 0.05 kr, a fifth of which is VAT.
  expect(charge).toMatchObject({ gross_cents: 37_50, vat_cents: 7_50, due_on: '2027-02-11', period_from: '2027-01-01' })
  expect(await linesOf(charge?.id ?? '')).toEqual([
    { text: 'Avgift för 2 bokningar, januari 2027', net: 30_00, vat: 7_50, gross: 37_50 },
  ])
  const letter = mailTo(await house.deliver(), shop.owner.email)
  expect(letter.subject).toBe('Avgift för bokningar i januari 2027: 37,50\u00a0kr att betala')
  expect(letter.text).toContain('varav moms 7,50\u00a0kr. Betala senast 11 februari 2027')
})

test('race condition: a run that waits for another that charges the same month charges nothing', async () => {
  await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
  setClock('2027-02-01T00:10:00Z')
  const askedFirst = async (db: Database) => {
    await sql`insert into charges
      (key, reference, kind, company_id, net_cents, vat_cents, gross_cents, issued_at, due_on, period_from, period_until)
      values ('first', 'KV888888888', 'fee', ${shop.companyId}, 2996, 749, 3745, now(), '2027-02-11', '2027-01-01', '2027-02-01')`.execute(
      db,
    )
    await sql`insert into charge_lines (charge_id, position, text, net_cents, vat_cents, gross_cents)
      select id, 1, 'Avgift', 2996, 749, 3745 from charges where key = 'first'`.execute(db)
    await sql`update fee_entries set charge_id = (select id from charges where key = 'first')
      where company_id = ${shop.companyId}`.execute(db)
  }
  expect(await behind(house.db, askedFirst, () => askForFees(house))).toBe(0)
  expect((await feesOf()).map(({ key }) => key)).toEqual(['first'])
})

test('a company without completed bookings is not charged', async () => {
  const quiet = await openShop(house)
  setClock('2027-02-01T00:10:00Z')
  await askForFees(house)
  expect(await feesOf(quiet.companyId)).toEqual([])
})

test('a fee of one öre is charged', async () => {
  await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 20 })
  setClock('2027-02-01T00:10:00Z')
  expect(await askForFees(house)).toBe(1)
  expect(await feesOf()).toMatchObject([{ gross_cents: 1, vat_cents: 0 }])
})

test('months that were not charged during a pause are each charged afterwards', async () => {
  for (const at of ['2027-01-15', '2027-02-15', '2027-04-01']) {
    await addDone(house, shop, { at: `${at}T10:00:00Z`, listOre: 100_00 })
  }
  setClock('2027-04-20T10:00:00Z')
  await askForFees(house)
  expect((await feesOf()).map(({ period_from, due_on }) => [period_from, due_on])).toEqual([
    ['2027-01-01', '2027-04-30'],
    ['2027-02-01', '2027-04-30'],
  ])
})

describe('a correction', () => {
  test('is a credit line on the next charge, and what is left is carried to the one after', async () => {
    const first = await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 1_000_00 })
    setClock('2027-02-01T10:00:00Z')
    await askForFees(house)
    await correct(house, first, { at: '2027-02-10T10:00:00Z', customerPaysOre: 0 })
    await addDone(house, shop, { at: '2027-02-12T10:00:00Z', listOre: 400_00 })
    setClock('2027-03-01T10:00:00Z')
    expect(await askForFees(house), 'more was taken off than there was').toBe(0)
    await addDone(house, shop, { at: '2027-03-12T10:00:00Z', listOre: 1_000_00 })
    setClock('2027-04-01T10:00:00Z')
    expect(await askForFees(house)).toBe(1)
    const charge = (await feesOf()).at(-1)
    expect(charge).toMatchObject({ period_from: '2027-03-01', gross_cents: 20_00, vat_cents: 4_00 })
    expect(await linesOf(charge?.id ?? '')).toEqual([
      { text: 'Avgift för en bokning, februari 2027', net: 16_00, vat: 4_00, gross: 20_00 },
      { text: 'Rättelse av en bokning, februari 2027', net: -40_00, vat: -10_00, gross: -50_00 },
      { text: 'Avgift för en bokning, mars 2027', net: 40_00, vat: 10_00, gross: 50_00 },
    ])
    expect((await statementOf('2027-03')).fee).toMatchObject({ gross: 20_00, carriedOre: -30_00 })
    const february = await statementOf('2027-02')
    expect(february).toMatchObject({ fee: null, isOver: true, sums: { jobs: 1, feeOre: -30_00 } })
    expect(february.jobs.map(({ kind, customerPaysOre, feeOre }) => [kind, customerPaysOre, feeOre])).toEqual([
      ['fee', 360_00, 20_00],
      ['credit', -900_00, -50_00],
    ])
  })

  test('is possible once for a booking, only lowers the price, and lowers the fee in proportion', async () => {
    const id = await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
    const when = '2027-01-16T10:00:00Z'
    await expect(correct(house, id, { at: when, customerPaysOre: 674_10 })).rejects.toThrow('a correction lowers')
    await expect(correct(house, id, { at: when, customerPaysOre: 300_00, feeOre: 1 })).rejects.toThrow('a correction')
    await correct(house, id, { at: when, customerPaysOre: 300_00 })
    await expect(correct(house, id, { at: when, customerPaysOre: 200_00 })).rejects.toThrow('duplicate key')
    // The fee is 37.45 kr of 674.10 kr; of 300.00 kr that is 16.66 kr.
    expect((await statementOf('2027-01')).sums).toMatchObject({ feeOre: 16_66, customerPaysOre: 300_00 })
  })
})

describe('the database', () => {
  const onCharge = (set: string) =>
    sql.raw(`update fee_entries set ${set} where company_id = '${shop.companyId}'`).execute(house.db)

  test('refuses to change a charged fee entry, a charge unlike its sum, and a second fee charge for a month', async () => {
    await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
    setClock('2027-02-01T10:00:00Z')
    await askForFees(house)
    const [charge] = await feesOf()
    await expect(onCharge('charge_id = null')).rejects.toThrow('only put on a charge')
    await expect(onCharge('amount_cents = 1')).rejects.toThrow('only put on a charge')
    await addDone(house, shop, { at: '2027-02-15T10:00:00Z', listOre: 100_00 })
    const late = sql`update fee_entries set charge_id = ${charge?.id} where company_id = ${shop.companyId} and charge_id is null`
    await expect(late.execute(house.db)).rejects.toThrow('not the sum of its bookings')
    const more = house.db.transaction().execute(async (db) => {
      const { rows } = await sql<{ id: string }>`insert into charges
        (key, reference, kind, company_id, net_cents, vat_cents, gross_cents, issued_at, due_on, period_from, period_until)
        select 'another', 'KV999999999', kind, company_id, net_cents, vat_cents, gross_cents, issued_at, due_on, period_from, period_until
        from charges where id = ${charge?.id} returning id`.execute(db)
      return rows
    })
    await expect(more).rejects.toThrow('charges_one_fee_a_month')
  })
})

describe('a closed company', () => {
  test('is charged its last month by mail with how to pay, reminded, and thanked for paying', async () => {
    const admin = await joinAsAdmin(house)
    await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
    setClock('2027-01-20T10:00:00Z')
    valueFrom(
      await deleteAccount(house, shop.owner.visitor, shop.owner.signedIn, { password: PASSWORD, understood: 'on' }),
    )
    setClock('2027-02-01T10:00:00Z')
    await house.deliver()
    expect(await askForFees(house)).toBe(1)
    const letter = mailTo(await house.deliver(), shop.owner.email)
    const [charge] = await feesOf()
    expect(letter.text).toContain('Hemstäd 15 januari 2027')
    expect(letter.text).not.toContain('Rättelse')
    expect(letter.text).toContain('37,45\u00a0kr')
    expect(letter.text).toContain(`msg=${charge?.reference}`)
    setClock('2027-02-20T10:00:00Z')
    await sweepMoney(house)
    expect(mailTo(await house.deliver(), shop.owner.email).subject).toBe(
      'Påminnelse: 37,45\u00a0kr för Avgift för bokningar',
    )
    await payFor(house, admin.signedIn, { companyId: shop.companyId })
    expect(mailTo(await house.deliver(), shop.owner.email).subject).toMatch(/^Tack, betalningen är här/)
    await expectBooksToBalance(house.db)
  })

  test('keeps its open fee charge', async () => {
    await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
    setClock('2027-02-01T10:00:00Z')
    await askForFees(house)
    await house.db.transaction().execute((db) => forgetPayer({ ...house, db }, shop.owner.signedIn.person.id))
    expect(await feesOf()).toHaveLength(1)
  })
})

const play = fc.array(
  fc.record({
    month: fc.integer({ min: 0, max: 5 }),
    listOre: fc.integer({ min: 1, max: 200_000 }),
    /** How many months later it is corrected (if at all), and to how many percent of its price. */
    corrected: fc.option(
      fc.record({ after: fc.integer({ min: 0, max: 3 }), percent: fc.integer({ min: 0, max: 99 }) }),
    ),
    hasDiscount: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
)

test('property: statement, earnings and charges agree to the öre after random jobs, corrections and payments', async () => {
  const admin = await joinAsAdmin(house)
  await fc.assert(
    fc.asyncProperty(play, fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }), async (jobs, asks) => {
      setClock('2027-01-01T09:00:00Z')
      shop = await openShop(house)
      const months = nextMonths('2027-01', 10)
      const done: string[] = []
      for (const [index, month] of months.entries()) {
        setClock(`${month}-01T04:00:00Z`)
        // Sometimes the chore does not run at the end of a month.
        if (asks[index] !== false) await askForFees(house)
        if (index % 2 === 0) await payFor(house, admin.signedIn, { companyId: shop.companyId }).catch(() => null)
        for (const [which, job] of jobs.entries()) {
          const at = `${month}-15T10:00:00Z`
          if (job.month === index) done[which] = await addDone(house, shop, { ...job, at })
          const { corrected } = job
          if (!corrected || job.month + corrected.after !== index) continue
          const pays = job.hasDiscount ? job.listOre - Math.floor(job.listOre / 10) : job.listOre
          await correct(house, done[which] ?? '', { at, customerPaysOre: Math.floor((pays * corrected.percent) / 100) })
        }
      }
      setClock('2027-11-01T04:00:00Z')
      await askForFees(house)
      let owed = 0
      let asked = 0
      for (const month of months) {
        const statement = await statementOf(month)
        const earned = statement.year.months.find((one) => one.month === month)
        expect(earned?.feeOre ?? 0).toBe(statement.sums.feeOre)
        expect(earned?.providerGetsOre ?? 0).toBe(statement.sums.providerGetsOre)
        expect(earned?.customerPaysOre ?? 0).toBe(statement.sums.customerPaysOre)
        expect(statement.sums.customerPaysOre - statement.sums.feeOre).toBe(statement.sums.providerGetsOre)
        owed += statement.sums.feeOre
        if (!statement.fee) continue
        asked += statement.fee.gross
        const charge = await house.db
          .selectFrom('charges')
          .selectAll()
          .where('id', '=', statement.fee.id)
          .executeTakeFirstOrThrow()
        // The statement's fee with what is carried over equals the charge, and its VAT is a fifth.
        if (statement.fee.carriedOre === 0) expect(charge.gross_cents).toBe(statement.sums.feeOre)
        expect(charge.vat_cents).toBe(Math.round(charge.gross_cents / 5))
      }
      const { left } = await house.db
        .selectFrom('fee_entries')
        .select((of) => of.fn.coalesce(of.fn.sum<number>('amount_cents'), sql<number>`0`).as('left'))
        .where('company_id', '=', shop.companyId)
        .where('charge_id', 'is', null)
        .executeTakeFirstOrThrow()
      expect(asked + Number(left)).toBe(owed)
      expect(Number(left)).toBeLessThanOrEqual(0)
    }),
    { numRuns: ofMany(12, 4) },
  )
  await expectBooksToBalance(house.db)
}, 120_000)

test('a company whose owner has another role gets its bookings in the letter, and a link that opens Swish', async () => {
  await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
  const owner = house.db.updateTable('profiles').set({ user_role: 'admin' })
  await owner.where('id', '=', shop.owner.signedIn.person.id).execute()
  setClock('2027-02-01T10:00:00Z')
  await house.deliver()
  expect(await askForFees(house)).toBe(1)
  const { text } = mailTo(await house.deliver(), shop.owner.email)
  expect(text).toContain('Hemstäd 15 januari 2027')
  expect(text).toContain('Öppna Swish')
  expect(text).not.toMatch(/under Intäkter|dashboard\/pay/)
})

test('a company whose fees cannot be charged holds up none of the others, whose pages are told', async () => {
  const other = await openShop(house)
  for (const one of [shop, other]) await addDone(house, one, { at: '2027-01-15T10:00:00Z', listOre: 749_00 })
  setClock('2027-02-01T00:10:00Z')
  const [first, second] = [shop.companyId, other.companyId].sort() as [string, string]
  const cure = await poison(house, { before: 'insert', on: 'charges', when: `new.company_id = '${first}'` })
  house.told.length = 0
  await expect(askForFees(house)).rejects.toThrow('not this one')
  expect([(await feesOf(first)).length, (await feesOf(second)).length]).toEqual([0, 1])
  expect(house.told).toEqual([{ to: [`company:${second}`, 'admin'], about: 'payments' }])
  await cure()
  expect(await askForFees(house)).toBe(1)
  expect(await feesOf(first)).toHaveLength(1)
})
