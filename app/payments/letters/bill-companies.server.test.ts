import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { firstDay, type Month, monthAfter } from '~/shared/month'
import { setClock } from '../../../test/support/bookings'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { openChargesOf, payFor } from '../../../test/support/money'
import { block, joinAsAdmin } from '../../../test/support/people'
import { companyOf, joinAlone } from '../../../test/support/sponsorship'
import { askAnewAt } from '../ask.server'
import {
  askForBase,
  billCompanies,
  letGoOfBase,
  readBilling,
  readNextBase,
  stopBilling,
  takeNextBase,
} from '../bill-companies.server'
import { isToEnd } from '../card/card-order-store.server'
import { insertCustomer, upsertSubscription } from '../card/card-store.server'
import { fromNet } from '../charge'
import { type Charge, insertCharges, readBaseOf, readCharge } from '../charge-store.server'
import { sweepMoney } from '../sweep-money.server'

/** Which companies are charged for the base package, and for which months. */

const house = useHouse()
const [june, july, august, september] = ['2031-06', '2031-07', '2031-08', '2031-09'] as const

beforeEach(async () => {
  // Companies of earlier tests must not be billed here.
  await house.db.deleteFrom('company_billing').execute()
  setClock('2031-05-10T10:00:00Z')
})

/** A company that joined in May; with `next`, its first month to be billed is that one. */
async function joined(next?: Month) {
  const person = await joinAlone(house)
  const { id } = await companyOf(house, person)
  if (next) {
    const billing = house.db.updateTable('company_billing').set({ next_month: firstDay(next) })
    await billing.where('company_id', '=', id).execute()
  }
  return { id, email: person.email, signedIn: person.signedIn }
}
const monthsOf = async (companyId: string) =>
  (await openChargesOf(house.db, { companyId })).map(({ kind, period_from }) => `${kind} ${period_from?.slice(0, 7)}`)
const asked = (months: readonly Month[]) => months.map((month) => `base ${month}`)
/** An unpaid charge for a dearer package. */
const season = (companyId: string, key: string) => ({
  key,
  kind: 'season' as const,
  payer: { companyId },
  lines: [{ text: 'Juni', slotId: null, ...fromNet(1_995_00) }],
  dueOn: '2031-06-30',
})
async function giveCard(companyId: string, nextChargeOn: string, status: 'active' | 'past_due' = 'active') {
  const [customer, now] = [`cus_${companyId}`, house.clock.now()]
  await insertCustomer(house.db, customer, { memberId: null, companyId }, now)
  const row = { id: `sub_${companyId}`, customerId: customer, status, isLive: true, nextChargeOn }
  await upsertSubscription(house.db, row, now)
}
const insert = (charges: Parameters<typeof insertCharges>[1]) =>
  house.db.transaction().execute((db) => insertCharges(db, charges, house.clock.now()))

describe('billing the base package', () => {
  test('sends a letter on the first of the month, and wakes the sender only if a company was billed', async () => {
    const { id, email } = await joined()
    setClock('2031-05-31T21:00:00Z')
    await house.deliver()
    house.woken.length = 0
    expect([await billCompanies(house), house.woken]).toEqual([0, []])
    setClock('2031-06-01T06:00:00Z')
    expect([await billCompanies(house), house.woken]).toEqual([1, ['messages']])
    const [charge] = await openChargesOf(house.db, { companyId: id })
    expect(charge).toMatchObject({ gross_cents: 368_75, due_on: '2031-06-11', period_until: '2031-07-01' })
    const letter = mailTo(await house.deliver(), email)
    expect(letter.subject).toBe('Bas för juni 2031: 368,75\u00a0kr att betala')
    expect(letter.text).toContain('Betala senast 11 juni 2031')
    expect(letter.text).toContain(`/dashboard/pay/${charge?.id}`)
    house.woken.length = 0
    expect([await billCompanies(house), house.woken]).toEqual([0, []])
  })

  test('tells a company with a card when it is drawn, and calls the month late only after that day', async () => {
    const { id, email } = await joined()
    const [refused, neighbour] = [await joined(), await joined()]
    await giveCard(id, '2031-06-17')
    await giveCard(refused.id, '2031-06-17', 'past_due')
    await house.deliver()
    setClock('2031-06-01T06:00:00Z')
    await billCompanies(house)
    const sent = await house.deliver()
    const letter = mailTo(sent, email)
    expect(letter.subject).toBe('Bas för juni 2031: 368,75\u00a0kr dras från kortet')
    expect(letter.text).toContain('Det dras från ert kort 17 juni 2031, så ni behöver inte göra något.')
    expect(letter.text).not.toMatch(/Betala senast|som meddelande/)
    for (const other of [refused, neighbour]) {
      expect(mailTo(sent, other.email).text).toContain('Betala senast 11 juni 2031')
    }
    setClock('2031-06-17T06:00:00Z')
    await sweepMoney(house)
    expect((await house.deliver()).map(({ recipient }) => recipient)).not.toContain(email)
    setClock('2031-06-18T06:00:00Z')
    await sweepMoney(house)
    expect(mailTo(await house.deliver(), email).subject).toBe('Påminnelse: 368,75\u00a0kr för Bas')
  })

  test('counts on a card for the oldest unpaid month only', async () => {
    const { id, email } = await joined()
    setClock('2031-06-01T06:00:00Z')
    await billCompanies(house)
    await house.deliver()
    await giveCard(id, '2031-07-17')
    setClock('2031-07-01T06:00:00Z')
    await billCompanies(house)
    expect(mailTo(await house.deliver(), email).subject).toBe('Bas för juli 2031: 368,75\u00a0kr att betala')
  })

  test('catches up each company’s own months after a pause, but stops at two unpaid ones', async () => {
    const admin = await joinAsAdmin(house)
    const [early, late, ahead] = [await joined(june), await joined(july), await joined('2031-12')]
    setClock('2031-08-03T06:00:00Z')
    expect(await billCompanies(house)).toBe(2)
    expect([await monthsOf(early.id), await monthsOf(late.id), await monthsOf(ahead.id)]).toEqual([
      asked([june, july]),
      asked([july, august]),
      [],
    ])
    expect(await Promise.all([early, late, ahead].map(({ id }) => readBilling(house.db, id)))).toEqual([
      '2031-09-01',
      '2031-09-01',
      '2031-12-01',
    ])
    // After paying, a company is billed again for the following months.
    await payFor(house, admin.signedIn, { companyId: early.id })
    setClock('2031-09-01T06:00:00Z')
    await billCompanies(house)
    expect([await monthsOf(early.id), await monthsOf(late.id)]).toEqual([asked([september]), asked([july, august])])
  })

  test('ignores other unpaid charges, and skips a month that a dearer package includes', async () => {
    const [one, sponsor] = [await joined(june), await joined(june)]
    await insert([season(one.id, 'season 1'), season(one.id, 'season 2')])
    setClock('2031-06-01T06:00:00Z')
    const has = new Set([sponsor.id])
    await billCompanies({ ...house, above: { ...house.above, readHavingBase: async () => has } })
    expect((await monthsOf(one.id)).filter((of) => of.startsWith('base'))).toEqual(asked([june]))
    expect(await monthsOf(sponsor.id)).toEqual([])
    expect(await readBilling(house.db, sponsor.id)).toBe('2031-07-01')
    // `readNextBase`, which pages show, agrees with what will be billed.
    const readHavingBase = async (_: unknown, __: unknown, month: Month) => (month === july ? has : new Set<string>())
    const next = ({ id }: { id: string }) => readNextBase({ ...house, above: { ...house.above, readHavingBase } }, id)
    expect([await next(one), await next(sponsor)]).toEqual([july, '2031-08'])
  })

  test('bills every company in one run, beyond a batch of a hundred', async () => {
    await sql`
      with made as (
        insert into companies (name, org_number, category, address, postcode, email, phone)
        select 'Många AB', '556016-0680', 'cleaning', 'Provgatan 1', '20000', 'manga' || nr || '@exempel.se', '+46701740600'
        from generate_series(1, 100) nr returning id
      ) insert into company_billing (company_id, next_month) select id, '2031-06-01' from made`.execute(house.db)
    const last = await joined(july)
    setClock('2031-07-01T06:00:00Z')
    expect(await billCompanies(house)).toBe(101)
    expect(await monthsOf(last.id)).toEqual(asked([july]))
  })
})

describe('billing of a closed company', () => {
  test('ends, and the open charges for its packages are struck', async () => {
    const [closed, other] = [await joined(june), await joined(june)]
    await insert([season(closed.id, 'season 3'), season(other.id, 'season 4')])
    await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', closed.id).execute()
    setClock('2031-06-01T06:00:00Z')
    await house.deliver()
    await billCompanies(house)
    expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([other.email])
    const of = house.db.selectFrom('charges').select(['kind', 'status', 'struck_because as why'])
    expect(await of.where('company_id', '=', closed.id).execute()).toEqual([
      { kind: 'season', status: 'struck', why: 'Företaget finns inte kvar' },
    ])
    expect(await monthsOf(other.id)).toHaveLength(2)
    expect([await readBilling(house.db, closed.id), await readBilling(house.db, other.id)]).toEqual([
      null,
      '2031-07-01',
    ])
  })

  test('is stopped for that company only', async () => {
    const [one, other] = [await joined(), await joined()]
    await house.db.transaction().execute((db) => stopBilling(db, [one.id], house.clock.now()))
    expect([await readBilling(house.db, one.id), await readBilling(house.db, other.id)]).toEqual([null, '2031-06-01'])
  })
})

describe('a base month', () => {
  test('paid ahead is the next one that no dearer package includes, and is not billed again', async () => {
    const [other, one] = [await joined('2031-12'), await joined()]
    const having = async (_: unknown, ids: readonly string[], month: Month) =>
      new Set(month === june || month === july ? ids : [])
    const ports = { ...house, above: { ...house.above, readHavingBase: having } }
    const charge = await house.db
      .transaction()
      .execute((db) => askForBase({ ...ports, db }, one.id, house.clock.now(), 300_00))
    expect(charge).toMatchObject({ periodFrom: '2031-08-01', periodUntil: '2031-09-01', gross: 300_00, vat: 60_00 })
    expect(charge).toMatchObject({ kind: 'base', companyId: one.id, dueOn: '2031-05-10' })
    expect([await readBilling(house.db, one.id), await readBilling(house.db, other.id)]).toEqual([
      firstDay(monthAfter(august)),
      '2031-12-01',
    ])
    setClock('2031-08-01T06:00:00Z')
    expect([await billCompanies(ports), await monthsOf(one.id)]).toEqual([0, asked([august])])
  })

  test('is neither taken nor charged for a company that is no longer billed', async () => {
    const [{ id }] = [await joined(), await joined()]
    await house.db.deleteFrom('company_billing').where('company_id', '=', id).execute()
    const [next, charge] = await house.db
      .transaction()
      .execute(async (db) => [
        await takeNextBase({ ...house, db }, id),
        await askForBase({ ...house, db }, id, house.clock.now()),
      ])
    expect([next, charge, await monthsOf(id)]).toEqual([undefined, undefined, []])
  })

  test('that a card draws at another price is charged anew for the same month at that price', async () => {
    const { id } = await joined(june)
    setClock('2031-06-01T06:00:00Z')
    await billCompanies(house)
    const [charge] = await readBaseOf(house.db, id, ['2031-06-01'])
    if (!charge) throw new Error('A company is asked for its base')
    setClock('2031-06-05T06:00:00Z')
    const anew = await house.db.transaction().execute((db) => askAnewAt(db, charge, 300_00, house.clock.now()))
    expect(anew).toMatchObject({ kind: 'base', companyId: id, gross: 300_00, dueOn: '2031-06-11' })
    expect(anew).toMatchObject({ periodFrom: '2031-06-01', periodUntil: '2031-07-01' })
    expect(await readCharge(house.db, charge.id)).toMatchObject({
      status: 'struck',
      struckBecause: 'Kortets pris gäller',
    })
  })

  test('that is no longer wanted is struck if unpaid and refunded once if paid', async () => {
    const admin = await joinAsAdmin(house)
    const { id } = await joined(june)
    setClock('2031-06-01T06:00:00Z')
    await billCompanies(house)
    await payFor(house, admin.signedIn, { companyId: id })
    setClock('2031-07-01T06:00:00Z')
    await billCompanies(house)
    const letGo = (charges: readonly Charge[]) =>
      house.db.transaction().execute((db) => letGoOfBase({ ...house, db }, charges, 'Bas ingår'))
    const both = await readBaseOf(house.db, id, ['2031-06-01', '2031-07-01'])
    expect(both.map(({ status }) => status)).toEqual(['paid', 'open'])
    expect(await letGo(both)).toMatchObject([{ amount: { gross: 368_75 } }])
    const why = house.db.selectFrom('charges').select(['status', 'struck_because as why']).orderBy('id')
    expect(await why.where('company_id', '=', id).execute()).toEqual([
      { status: 'paid', why: null },
      { status: 'struck', why: 'Bas ingår' },
    ])
    // Idempotent: what was given back is not given back again.
    expect(await letGo(both)).toEqual([])
  })
})

test('a company that nobody may act for is asked for nothing and its card is ended, until somebody may again', async () => {
  const company = await joined(june)
  await giveCard(company.id, '2031-06-20')
  await block(house, company, house.clock.now())
  setClock('2031-07-01T10:00:00Z')
  await billCompanies(house)
  expect(await monthsOf(company.id)).toEqual([])
  expect(await readBilling(house.db, company.id)).toBe(firstDay(august))
  expect(await isToEnd(house.db, `sub_${company.id}`)).toBe(true)
  await block(house, company, null)
  await billCompanies(house)
  expect(await monthsOf(company.id)).toEqual([])
  setClock('2031-08-01T10:00:00Z')
  await billCompanies(house)
  expect(await monthsOf(company.id)).toEqual(asked([august]))
})

test('a company that cannot be billed holds up none of the others, nor does one that cannot be reminded', async () => {
  const companies = [await joined(june), await joined(june), await joined(june)]
  const [broken, ...fine] = companies.map(({ id }) => id).sort() as [string, string, string]
  setClock('2031-06-01T06:00:00Z')
  const cure = await poison(house, { before: 'insert', on: 'charges', when: `new.company_id = '${broken}'` })
  await expect(billCompanies(house)).rejects.toThrow('not this one')
  await cure()
  expect(await Promise.all([broken, ...fine].map(monthsOf))).toEqual([[], asked([june]), asked([june])])
  expect(await billCompanies(house)).toBe(1)
  expect(await monthsOf(broken)).toEqual(asked([june]))

  setClock('2031-06-20T06:00:00Z')
  const left = () =>
    house.db
      .selectFrom('charges')
      .select(['id', 'company_id'])
      .where('reminded_at', 'is', null)
      .where('company_id', 'in', [broken, ...fine])
      .orderBy('id')
      .execute()
  // The last and the first of those that are due.
  for (const one of [(await left())[2], (await left())[0]]) {
    const reminded = await poison(house, { before: 'update', on: 'charges', when: `new.id = '${one?.id}'` })
    await expect(sweepMoney(house)).rejects.toThrow('not this one')
    await reminded()
    expect(await left()).toEqual([one])
    await house.db.updateTable('charges').set({ reminded_at: null }).where('reminded_at', 'is not', null).execute()
  }
})

test('a company that cannot log in is reminded with a link that opens Swish, and not with one to a page', async () => {
  const [blocked, other] = [await joined(june), await joined(june)]
  setClock('2031-06-01T06:00:00Z')
  await billCompanies(house)
  await block(house, blocked, house.clock.now())
  await house.deliver()
  setClock('2031-06-20T06:00:00Z')
  await sweepMoney(house)
  const sent = await house.deliver()
  expect(mailTo(sent, blocked.email).text).toContain('Öppna Swish')
  expect(mailTo(sent, blocked.email).text).not.toContain('/dashboard/pay/')
  expect(mailTo(sent, other.email).text).toContain('/dashboard/pay/')
  const admin = await joinAsAdmin(house)
  for (const { id } of [blocked, other]) await payFor(house, admin.signedIn, { companyId: id })
  const thanks = (await house.deliver()).filter(({ subject }) => subject.startsWith('Tack, betalningen är här'))
  expect(mailTo(thanks, blocked.email).text).toContain('Behöver ni kvittot? Skriv till oss')
  expect(mailTo(thanks, blocked.email).text).not.toContain('/dashboard/')
  expect(mailTo(thanks, other.email).text).toContain('/dashboard/receipts/')
})
