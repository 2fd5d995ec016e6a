import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { dayOf, daysAfter } from '~/shared/time'
import { applyAsSponsor } from '~/sponsorship/apply/apply-as-sponsor.server'
import { useHouse } from '../../../test/support/house'
import { askedForMonth, openChargesOf } from '../../../test/support/money'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin } from '../../../test/support/people'
import { companyOf, joinAlone, monthsFrom, sponsorForm } from '../../../test/support/sponsorship'
import { importBankFile } from '../bank/import-bank-file.server'
import { billCompanies, readBilling } from '../bill-companies.server'
import { fromNet } from '../charge'
import { insertCharges, strikeCharges } from '../charge-store.server'
import { sumUnpaid } from '../desk/list-store.server'
import { markPaid } from '../desk/mark-paid.server'
import { sweepMoney } from '../sweep-money.server'

const house = useHouse()

test('an unpaid month of membership is struck when more than 45 days late; a company’s charge stays open', async () => {
  const { charge } = await askedForMonth(house)
  const company = await joinAlone(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
  const { id: companyId } = await companyOf(house, company)

  const lateBy = async (late: number) => {
    const due_on = daysAfter(dayOf(house.clock.now()), -late)
    const either = house.db.updateTable('charges').set({ due_on }).where('status', '=', 'open')
    await either.where((is) => is.or([is('id', '=', charge.id), is('company_id', '=', companyId)])).execute()
    await sweepMoney(house)
    const { status, struck_because } = await house.db
      .selectFrom('charges')
      .select(['status', 'struck_because'])
      .where('id', '=', charge.id)
      .executeTakeFirstOrThrow()
    return [status, struck_because, (await openChargesOf(house.db, { companyId })).length]
  }
  expect(await lateBy(45)).toEqual(['open', null, 1])
  expect(await lateBy(46)).toEqual(['struck', 'Betalades aldrig', 1])
})

test('paying a struck base month counts as the next month, which is not billed again', async () => {
  const admin = await joinAsAdmin(house)
  const [late, other] = [await joinAlone(house), await joinAlone(house)]
  const [{ id: companyId }, { id: otherId }] = [await companyOf(house, late), await companyOf(house, other)]
  house.clock.forward({ days: 31 })
  await billCompanies(house)
  const [charge] = await openChargesOf(house.db, { companyId })
  if (!charge) throw new Error('A company is asked for its base')
  const [next, ofOther] = [await readBilling(house.db, companyId), await readBilling(house.db, otherId)]
  await house.db.transaction().execute((db) => strikeCharges(db, [charge.id], 'Betalades aldrig', house.clock.now()))
  valueFrom(await markPaid(house, admin.signedIn, { charges: charge.id }))
  const paid = await house.db.selectFrom('charges').selectAll().where('id', '=', charge.id).executeTakeFirstOrThrow()
  const after = await readBilling(house.db, companyId)
  expect(paid).toMatchObject({ status: 'paid', period_from: next, period_until: after })
  expect([after !== next, await readBilling(house.db, otherId)]).toEqual([true, ofOther])
})

test('one sweep reminds of every late charge, each once and with a link to pay it', async () => {
  const company = await joinAlone(house)
  const { id: companyId } = await companyOf(house, company)
  const lines = [{ text: 'Juni', slotId: null, ...fromNet(1_995_00) }]
  const charges = Array.from({ length: 101 }, (_, at) => ({
    key: `late ${at}`,
    kind: 'season' as const,
    payer: { companyId },
    lines,
    dueOn: '2020-01-01',
  }))
  const asked = await house.db.transaction().execute((db) => insertCharges(db, charges, house.clock.now()))
  expect(await sweepMoney(house)).toBe(101)
  expect(await sweepMoney(house)).toBe(0)
  const letters = house.db.selectFrom('outbox_messages').select('body_text as text')
  const told = await letters.where('recipient', '=', company.email).where('channel', '=', 'mail').execute()
  expect(told).toHaveLength(101)
  const ways = asked.map(({ id }) => `/dashboard/pay/${id}`)
  expect(ways.filter((way) => told.some(({ text }) => text.includes(way)))).toHaveLength(101)
})

test('a bank file is deleted after ninety days', async () => {
  const admin = await joinAsAdmin(house)
  const form = new FormData()
  form.set('file', new File(['Bokföringsdag;Belopp;Meddelande\n2020-01-02;1,00;gammal'], 'konto.csv'))
  const { id } = valueFrom(await importBankFile(house, admin.signedIn, form))
  const isKept = async () => {
    await sweepMoney(house)
    return (await house.db.selectFrom('bank_files').select('id').where('id', '=', id).execute()).length === 1
  }
  house.clock.forward({ hours: 2160, minutes: -1 })
  expect(await isKept()).toBe(true)
  house.clock.forward({ minutes: 2 })
  expect(await isKept()).toBe(false)
})

test('the count of unpaid charges is exact up to its limit and is marked as more beyond it', async () => {
  const [one, two] = [await joinAlone(house), await joinAlone(house)]
  for (const { signedIn } of [one, two])
    valueFrom(await applyAsSponsor(house, signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
  const open = await house.db.selectFrom('charges').select('gross_cents').where('status', '=', 'open').execute()
  const sum = open.reduce((all, { gross_cents }) => all + gross_cents, 0)
  for (const most of [open.length, open.length + 1])
    expect(await sumUnpaid(house.db, most)).toEqual({ count: open.length, sum, isMore: false })
  expect(await sumUnpaid(house.db, open.length - 1)).toMatchObject({ count: open.length - 1, isMore: true })
})

test('marking as paid takes two hundred charges at once and refuses none or more', async () => {
  const admin = await joinAsAdmin(house)
  const press = (count: number) =>
    markPaid(house, admin.signedIn, { charges: Array.from({ length: count }, () => randomUUID()).join(',') })
  expect(valueFrom(await press(200))).toEqual({ booked: 0, before: 0, left: 200 })
  for (const count of [0, 201]) expect(refusalFrom(await press(count)).title).toBe('Inget är bokfört')
})

test('a company is reminded of a late charge once, the day after it was due, and the sender is not woken otherwise', async () => {
  // Open charges of earlier tests must not be reminded of here.
  await house.db.updateTable('charges').set({ reminded_at: house.clock.now() }).where('status', '=', 'open').execute()
  const company = await joinAlone(house)
  valueFrom(await applyAsSponsor(house, company.signedIn, sponsorForm(monthsFrom(house)[1] ?? '')))
  const [charge] = await openChargesOf(house.db, { companyId: (await companyOf(house, company)).id })
  await house.deliver()
  const sweepOn = async (day: string) => {
    house.clock.forward({ days: Math.round((Date.parse(day) - Date.parse(dayOf(house.clock.now()))) / 86_400_000) })
    house.woken.length = 0
    const reminded = await sweepMoney(house)
    const told = (await house.deliver()).filter(({ recipient }) => recipient === company.email)
    return [reminded, told.map(({ subject }) => subject.startsWith('Påminnelse: ')), house.woken]
  }
  const due = charge?.due_on ?? ''
  expect(await sweepOn(due)).toEqual([0, [], []])
  expect(await sweepOn(daysAfter(due, 1))).toEqual([1, [true], ['messages']])
  expect(await sweepOn(daysAfter(due, 2))).toEqual([0, [], []])
})
