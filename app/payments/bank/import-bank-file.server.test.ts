import { afterAll, expect, test } from 'vitest'
import { runMemberships } from '~/membership/public.server'
import { camt, type Entry } from '../../../test/support/counterparts/camt'
import { useHouse } from '../../../test/support/house'
import { expectBooksToBalance, openChargesOf } from '../../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../../test/support/people'
import { listPayments } from '../desk/list-payments.server'
import { readPaymentSearch } from '../desk/payment-lists'
import { bookBankFile, importBankFile, readMatches } from './import-bank-file.server'

const house = useHouse()
afterAll(() => expectBooksToBalance(house.db))

const formOf = (text: string, name = 'konto.xml') => {
  const form = new FormData()
  form.set('file', new File([text], name))
  return form
}

/** Members who are asked for their first month, each with the camt entry that the bank would send for the payment. */
async function asked(count: number) {
  const members: Resident[] = []
  for (let made = 0; made < count; made++) members.push(await joinAsMember(house))
  house.clock.forward({ days: 25 })
  await runMemberships(house)
  return Promise.all(
    members.map(async ({ signedIn }, at) => {
      const [charge] = await openChargesOf(house.db, { memberId: signedIn.person.id })
      if (!charge) throw new Error('A trial that is soon over is asked for a month')
      const paid = (name = `T${at}`): Entry => ({
        amount: '39.00',
        parts: [{ amount: '39.00', name: `${charge.reference}-${name}`, ocr: charge.reference.slice(2) }],
      })
      return { charge, paid }
    }),
  )
}

async function readIn(admin: Resident, text: string, name?: string) {
  const { id } = valueFrom(await importBankFile(house, admin.signedIn, formOf(text, name)))
  const matches = async () => found(await readMatches(house, admin.signedIn, id)).rows.map(({ match }) => match)
  const before = await matches()
  return { id, matches, before, book: async () => valueFrom(await bookBankFile(house, admin.signedIn, id)).booked }
}

test('the same file, overlapping files and other formats book each payment once, also when booked at the same time', async () => {
  const admin = await joinAsAdmin(house)
  const people = await asked(4)
  const [one, two, three, four] = people
  if (!one || !two || !three || !four) throw new Error('four were asked')
  const statement = await readIn(admin, camt([one.paid(), two.paid()]))
  const single = await readIn(admin, camt([two.paid(), three.paid()], { kind: 'camt.054', version: '001.08' }))
  const list = `Datum;Belopp;Text\n2026-11-18;39,00;${three.charge.reference}\n2026-11-18;39,00;${four.charge.reference}`
  const table = await readIn(admin, list, 'konto.csv')
  // Race: all files were read in before anything is booked, and two administrators book at once.
  const booked = await Promise.all([statement.book(), single.book(), table.book(), statement.book()])
  expect(booked.reduce((sum, count) => sum + count)).toBe(4)
  const again = await importBankFile(house, admin.signedIn, formOf(camt([one.paid(), two.paid()]), 'omdöpt.xml'))
  expect(valueFrom(again)).toEqual({ id: statement.id, isKnown: true })
  for (const file of [statement, single, table]) {
    expect(await file.matches()).toEqual(['paid before', 'paid before'])
    expect(await file.book()).toBe(0)
  }
})

test('a second payment for the same charge is shown as "paid twice" and not booked, also from a later file', async () => {
  const admin = await joinAsAdmin(house)
  const [one] = await asked(1)
  if (!one) throw new Error('one was asked')
  const first = await readIn(admin, camt([one.paid('first'), one.paid('second')]))
  expect(first.before).toEqual(['match', 'paid twice'])
  house.told.length = house.woken.length = 0
  expect(await first.book()).toBe(1)
  const payer = `person:${one.charge.member_id}` as const
  expect([house.told, house.woken]).toEqual([[{ to: [payer, 'admin'], about: 'payments' }], ['messages']])
  const later = await readIn(admin, camt([one.paid('second')], { kind: 'camt.054' }))
  expect(later.before).toEqual(['paid twice'])
  expect(await later.book()).toBe(0)
})

test('the database refuses a second payment with the same external id', async () => {
  const admin = await joinAsAdmin(house)
  const [one] = await asked(1)
  if (!one) throw new Error('one was asked')
  expect(await (await readIn(admin, camt([one.paid()]))).book()).toBe(1)
  const { external_id, ...paid } = await house.db
    .selectFrom('payments')
    .select(['method', 'amount_cents', 'received_on', 'created_at', 'external_id'])
    .where('charge_id', '=', one.charge.id)
    .executeTakeFirstOrThrow()
  expect(external_id).toMatch(/^bank SE\d+ 2026-11-18 KV\d+-T0 3900$/)
  const [two] = await asked(1)
  const again = house.db.insertInto('payments').values({ ...paid, external_id, charge_id: two?.charge.id ?? '' })
  await expect(again.execute()).rejects.toThrow('payments_external_id_key')
})

test('rows that do not fit are kept and listed, and a file that cannot be read is refused with an explanation', async () => {
  const admin = await joinAsAdmin(house)
  const [one] = await asked(1)
  if (!one) throw new Error('one was asked')
  const ocr = one.charge.reference.slice(2)
  const odd: Entry[] = [
    { amount: '39.00', currency: 'EUR', parts: [{ amount: '39.00', currency: 'EUR', ocr }] },
    { amount: '39.00', status: 'PDNG', parts: [{ amount: '39.00', ocr }] },
    { amount: '39.00', way: 'DBIT', reversed: true, parts: [{ amount: '39.00', ocr }] },
    { amount: '39.00', way: 'DBIT', parts: [{ amount: '39.00', ocr }] },
    { amount: '78.00', count: 2 },
    { amount: '39.00', day: 'igår' },
  ]
  const file = await readIn(admin, camt(odd))
  expect(file.before).toEqual(['foreign currency', 'not booked', 'reversal', 'went out', 'sum of many', 'unreadable'])
  const files = async () => (await listPayments(house, admin.signedIn, readPaymentSearch(new URLSearchParams()))).files
  const [latest] = await files()
  expect(latest).toMatchObject({
    id: file.id,
    name: 'konto.xml',
    when: expect.stringMatching(/^inläst .*, inte bokförd$/),
  })
  expect(await file.book()).toBe(0)
  expect((await files())[0]?.when).toMatch(/^bokförd /)
  const refused = async (text: string) =>
    refusalFrom(await importBankFile(house, admin.signedIn, formOf(text))).fields.file
  expect(await refused('<!DOCTYPE a [<!ENTITY b "c">]><Document>&b;</Document>')).toContain('går inte att läsa')
  expect(await refused(`<Document>${' '.repeat(900_000)}</Document>`)).toContain('för stor')
  expect(await refused('')).toContain('tom')
})
