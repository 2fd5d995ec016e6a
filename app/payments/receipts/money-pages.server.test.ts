import { beforeEach, expect, test } from 'vitest'
import { notThere } from '~/shared/outcome'
import { dayOf, daysAfter, formatDate } from '~/shared/time'
import { useHouse } from '../../../test/support/house'
import { openChargesOf } from '../../../test/support/money'
import { found } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { companyOf, goToNextMonth, joinAlone } from '../../../test/support/sponsorship'
import { beginBilling, billCompanies, readBilling } from '../bill-companies.server'
import { fromNet, membershipLine } from '../charge'
import { insertCharges, type NewCharge, strikeCharges } from '../charge-store.server'
import { exportPayments } from '../export-payments.server'
import { readChargeToPay } from '../read-charge.server'
import { readCompanyMoney } from '../read-company-money.server'
import { takePayments } from '../take-payments.server'

/** What a member and a company read of their own money, and nothing of others'. */
const house = useHouse()
let [company, other, eva] = [] as unknown as [Resident, Resident, Resident]
let [firm, firm2] = ['', '']
let today = ''
let made = 0

beforeEach(async () => {
  company = await joinAlone(house)
  other = await joinAlone(house)
  eva = await joinAsMember(house)
  firm = (await companyOf(house, company)).id
  firm2 = (await companyOf(house, other)).id
  today = dayOf(house.clock.now())
})
async function ask(payer: NewCharge['payer'], dueOn: string, given: Partial<NewCharge> = {}) {
  const lines = ['Mars', 'April'].map((text) => ({ text, slotId: null, ...fromNet(100_00) }))
  const asked = { key: `page ${made++}`, kind: 'season' as const, payer, lines, dueOn, ...given }
  const [charge] = await house.db.transaction().execute((db) => insertCharges(db, [asked], house.clock.now()))
  if (!charge) throw new Error('A charge with a new key is written')
  return charge
}
const pay = (...ids: string[]) =>
  house.db.transaction().execute((db) =>
    takePayments(
      { ...house, db },
      ids.map((chargeId) => ({ chargeId, method: 'swish' as const })),
      null,
    ),
  )

test('a company sees its own open charges, earliest due first and late the day after, and its next billed month', async () => {
  const [second, first] = [await ask({ companyId: firm }, today), await ask({ companyId: firm }, daysAfter(today, -1))]
  await ask({ companyId: firm2 }, today)
  const struck = await ask({ companyId: firm }, today)
  await house.db.transaction().execute((db) => strikeCharges(db, [struck.id], 'Nej', house.clock.now()))
  const paid = await ask({ companyId: firm }, today)
  await pay(paid.id)
  const money = await readCompanyMoney(house, company.signedIn)
  expect(money?.charges).toMatchObject([
    {
      id: first.id,
      title: 'Säsongspartner',
      what: 'Mars, April',
      net: '200,00\u00a0kr',
      gross: '250,00\u00a0kr',
      isLate: true,
    },
    { id: second.id, due: `Senast ${formatDate(today)}`, isLate: false },
  ])
  expect(money?.charges[0]?.reference).toMatch(/^KV( \d{1,3})+$/)
  expect([money?.receipts.length, money?.takesCards, money?.hasCard, money?.next]).toEqual([
    1,
    false,
    false,
    expect.stringMatching(/^Bas för [a-z]+ \d{4} begärs den första i månaden\.$/),
  ])
  await house.db.deleteFrom('company_billing').where('company_id', '=', firm).execute()
  expect((await readCompanyMoney(house, company.signedIn))?.next).toBeNull()
  expect(await readCompanyMoney(house, eva.signedIn)).toBeNull()
  const admin = await joinAsAdmin(house)
  await expect(readCompanyMoney(house, admin.signedIn)).rejects.toThrow('not allowed')
  await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', firm).execute()
  await expect(readCompanyMoney(house, company.signedIn)).rejects.toThrow()
})

test('a company sees its 24 latest receipts, newest first', async () => {
  const charges: string[] = []
  for (let at = 0; at < 25; at++) charges.push((await ask({ companyId: firm }, today)).id)
  await pay(...charges)
  const receipts = (await readCompanyMoney(house, company.signedIn))?.receipts ?? []
  expect(receipts).toHaveLength(24)
  const numbers = receipts.map(({ title }) => Number(title.replace(/\D/g, '')))
  const all = house.db.selectFrom('receipts').select('number').where('company_id', '=', firm).orderBy('number', 'desc')
  expect(numbers).toEqual((await all.execute()).slice(0, 24).map(({ number }) => number))
})

test('a charge page shows lines, sums and state to its payer, and is not found for anybody else', async () => {
  const charge = await ask({ companyId: firm }, '2031-05-01')
  const read = (who: Resident, id = charge.id) => readChargeToPay(house, who.signedIn, id)
  expect(found(await read(company))).toMatchObject({
    id: charge.id,
    title: 'Säsongspartner',
    isMembership: false,
    feeOf: null,
    status: 'open',
    struckBecause: null,
    lines: [
      { id: 1, text: 'Mars', sum: '125,00\u00a0kr' },
      { id: 2, text: 'April', sum: '125,00\u00a0kr' },
    ],
    net: '200,00\u00a0kr',
    vat: '50,00\u00a0kr',
    gross: '250,00\u00a0kr',
    dueWords: 'Senast 1 maj 2031.',
    reference: charge.reference,
    payee: 'Prov AB',
    counter: null,
  })
  for (const who of [other, eva]) expect(await read(who)).toEqual(notThere)
  expect(await read(company, 'nonsens')).toEqual(notThere)
  await pay(charge.id)
  const paid = found(await read(company))
  expect(paid).toMatchObject({ status: 'paid', paid: { method: 'Swish', receipt: expect.any(Number) } })
  const month = await ask({ memberId: eva.signedIn.person.id }, today, { kind: 'membership', lines: [membershipLine] })
  expect(found(await read(eva, month.id))).toMatchObject({ isMembership: true, title: 'Medlemskap', paid: undefined })
})

test('the account export has the charges and receipts of the person and of their own company only', async () => {
  const late = await ask({ companyId: firm }, '2031-05-01', { period: { from: '2031-05-01', until: '2031-06-01' } })
  const struck = await ask({ companyId: firm }, '2031-05-02')
  await house.db.transaction().execute((db) => strikeCharges(db, [struck.id], 'Ångrade sig', house.clock.now()))
  await ask({ companyId: firm2 }, '2031-05-03')
  await pay(late.id)
  const file = await exportPayments(house.db, company.signedIn.person.id)
  expect(file.egna).toEqual({ begärt: [], kvitton: [] })
  expect(file.företagets?.begärt).toMatchObject([
    { nummer: struck.reference, läge: 'Struken', struketFörAtt: 'Ångrade sig', betalt: null, från: null },
    {
      nummer: late.reference,
      vad: 'Säsongspartner',
      kronor: 250,
      senast: '2031-05-01',
      läge: 'Betald',
      från: '2031-05-01',
      till: '2031-06-01',
      struketFörAtt: null,
    },
  ])
  expect(file.företagets?.kvitton).toHaveLength(1)
  await ask({ memberId: eva.signedIn.person.id }, today, { kind: 'membership', lines: [membershipLine] })
  const own = await exportPayments(house.db, eva.signedIn.person.id)
  expect([own.egna.begärt.map(({ kronor, läge }) => [kronor, läge]), own.företagets]).toEqual([
    [[39, 'Att betala']],
    null,
  ])
})

test('billing catches up after a pause, stops at two unpaid months, and ends for a closed company', async () => {
  const [{ id: closing }] = [await companyOf(house, await joinAlone(house))]
  goToNextMonth(house)
  await billCompanies(house)
  const monthsOf = async (companyId: string) =>
    (await openChargesOf(house.db, { companyId }))
      .filter(({ kind }) => kind === 'base')
      .map(({ period_from }) => period_from)
  const [first] = await monthsOf(firm)
  expect([first, await monthsOf(closing)]).toEqual([`${dayOf(house.clock.now()).slice(0, 7)}-01`, [first]])
  // Idempotent: a company that is billed already keeps its next month.
  await beginBilling(house.db, firm, new Date('2099-01-01'))
  const next = await readBilling(house.db, firm)
  expect(next).not.toBe('2099-02-01')
  await house.db.updateTable('companies').set({ deleted_at: house.clock.now() }).where('id', '=', closing).execute()
  await house.deliver()
  house.woken.length = 0
  // The worker did not run for three months.
  house.clock.forward({ days: 93 })
  expect(await billCompanies(house)).toBeGreaterThan(1)
  expect(house.woken).toEqual(['messages'])
  expect(await monthsOf(firm)).toEqual([first, next])
  expect([await monthsOf(closing), await readBilling(house.db, closing)]).toEqual([[], null])
  const letters = (await house.deliver()).filter(({ recipient }) => recipient === company.email)
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Bas för .*: 368,75\u00a0kr att betala$/),
  ])
  house.woken.length = 0
  expect([await billCompanies(house), house.woken]).toEqual([0, []])
  // A charge that is made late has as many days to pay.
  const [asked] = (await openChargesOf(house.db, { companyId: firm })).filter(({ period_from }) => period_from === next)
  expect(asked?.due_on).toBe(daysAfter(dayOf(house.clock.now()), 10))
})
