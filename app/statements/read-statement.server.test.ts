import { expect, test } from 'vitest'
import { requestBooking } from '~/bookings/book/request-booking.server'
import { confirmBooking } from '~/bookings/change/answer-request.server'
import { notThere } from '~/shared/outcome'
import { bookingValues, joinNear, openShop, setClock } from '../../test/support/bookings'
import { wordsOn } from '../../test/support/counterparts/pdf-reader'
import { addDone, correct } from '../../test/support/crowds/fees'
import { sayDoneAndWait } from '../../test/support/crowds/said'
import { useHouse } from '../../test/support/house'
import { found, valueFrom } from '../../test/support/outcome'
import { askForFees } from './ask-for-fees.server'
import { drawStatement } from './draw-statement.server'
import { readStatement } from './read-statement.server'

const house = useHouse()

test('a statement has the jobs and sums of the company’s own month, and is drawn as the same PDF each time', async () => {
  setClock('2027-01-29T09:00:00Z')
  const [shop, next] = [await openShop(house), await openShop(house)]
  const member = await joinNear(house, shop)
  const read = (asked: string | null, whose = shop) => readStatement(house, whose.owner.signedIn, asked)
  // Without any jobs it is the current month.
  expect(found(await read(null))).toMatchObject({ month: '2027-01', months: [], jobs: [], sums: { jobs: 0 } })

  for (const [day, now] of [
    ['2027-01-30', '2027-01-30T12:00:00Z'],
    ['2027-02-02', '2027-02-02T12:00:00Z'],
  ] as const) {
    const values = bookingValues(shop.serviceId, day, '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, values))
    valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
    setClock(now)
    valueFrom(await sayDoneAndWait(house, shop.owner.signedIn, { id }))
  }
  setClock('2027-03-05T12:00:00Z')
  const latest = found(await read(null))
  expect(latest.months.map(({ month }) => month)).toEqual(['2027-02', '2027-01'])
  expect(latest).toMatchObject({ month: '2027-02', name: 'februari 2027', sums: { jobs: 1, customerPaysOre: 674_10 } })
  expect(found(await read('2027-01'))).toMatchObject({ month: '2027-01', jobs: [{ title: 'Hemstäd' }] })
  expect(found(await read('2027-01', next))).toMatchObject({ jobs: [], months: [] })
  for (const nonsense of ['', 'x', '2027-13']) expect(await read(nonsense)).toEqual(notThere)
  await expect(readStatement(house, member.signedIn, null)).rejects.toThrow('not allowed')

  // Deterministic: fetched twice on the same day, the PDF has the same bytes.
  const [paper, again] = [await drawStatement(latest), await drawStatement(latest)]
  expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
  expect(paper.equals(again)).toBe(true)
  const words = wordsOn(paper).map((word) => word.replaceAll('\u00a0', ' '))
  expect(words.slice(3, 11)).toEqual([
    ...['Avräkning', 'februari 2027'],
    ...['Gäller', 'Genomförda bokningar i februari 2027', 'Hämtad', '5 mars 2027', 'Företag', 'Lind Städ AB'],
  ])
  expect(words.slice(13, -2)).toEqual([
    ...['När', 'Tjänst', 'Kunden betalar', 'Avgift', 'Till er'],
    ...['2027-02-02', '10.00', 'Hemstäd', '674,10 kr', '37,45 kr', '636,65 kr'],
    ...['Kunderna betalar', '674,10 kr', 'Avgift inkl. moms', '37,45 kr', 'Varav moms', '7,49 kr'],
    ...['Till er', '636,65 kr'],
  ])
})

test('statement months go back to 2020, and a month is over when the next begins in Stockholm', async () => {
  setClock('2027-03-31T21:59:00Z')
  const shop = await openShop(house)
  const sums = { completed: 1, list_cents: 100, customer_pays_cents: 100, fee_cents: 5, provider_cents: 95 }
  const months = ['2019-12-01', '2020-01-01', '2027-03-01'].map((month) => ({
    company_id: shop.companyId,
    month,
    ...sums,
  }))
  await house.db.insertInto('booking_months').values(months).execute()
  const read = async (asked: string | null) => found(await readStatement(house, shop.owner.signedIn, asked))
  const latest = await read(null)
  expect([latest.months.map(({ name }) => name), latest.isOver]).toEqual([['mars 2027', 'januari 2020'], false])
  expect(latest.company).toEqual({
    name: 'Lind Städ AB',
    orgNumber: '556016-0680',
    address: `Götalandsvägen 1, ${shop.postcode.slice(0, 3)} ${shop.postcode.slice(3)}`,
  })
  expect(latest.year.months[0]).toMatchObject({ month: '2027-03', isNow: true, jobs: 1, providerGetsOre: 95 })
  expect([(await read('2027-02')).isOver, (await read('2027-04')).isOver]).toEqual([true, false])
  setClock('2027-03-31T22:01:00Z')
  expect((await read('2027-03')).isOver).toBe(true)
})

test('the statement PDF of a charged month shows reference, due day and what is carried over', async () => {
  setClock('2027-01-10T09:00:00Z')
  const shop = await openShop(house)
  const first = await addDone(house, shop, { at: '2027-01-15T10:00:00Z', listOre: 1_000_00 })
  setClock('2027-02-01T10:00:00Z')
  await askForFees(house)
  const wordsOf = async (month: string) => {
    const statement = found(await readStatement(house, shop.owner.signedIn, month))
    return {
      fee: statement.fee,
      words: wordsOn(await drawStatement(statement)).map((word) => word.replaceAll('\u00a0', ' ')),
    }
  }
  const january = await wordsOf('2027-01')
  expect(january.words).toEqual(
    expect.arrayContaining(['Avgiftens nummer', january.fee?.reference, 'Avgiften betalas senast', january.fee?.due]),
  )
  expect(january.words.join(' ')).toContain('Avgift att betala, varav moms 10,00 kr 50,00 kr')
  expect(january.words).not.toContain('Från tidigare månader')

  await correct(house, first, { at: '2027-02-10T10:00:00Z', customerPaysOre: 0 })
  await addDone(house, shop, { at: '2027-03-12T10:00:00Z', listOre: 1_400_00 })
  setClock('2027-04-01T10:00:00Z')
  await askForFees(house)
  const march = (await wordsOf('2027-03')).words.join(' ')
  expect(march).toMatch(/Från tidigare månader [−-]50,00 kr/)
  expect(march).toContain('Avgift att betala, varav moms 4,00 kr 20,00 kr')
  const february = (await wordsOf('2027-02')).words.join(' ')
  expect(february).toContain('Rättelse: Hemstäd')
  expect(february).not.toContain('Avgiftens nummer')
  await house.db
    .updateTable('charges')
    .set({ status: 'struck', struck_at: house.clock.now(), struck_because: 'Prov' })
    .where('company_id', '=', shop.companyId)
    .where('period_from', '=', '2027-03-01')
    .execute()
  expect((await wordsOf('2027-03')).fee?.status).toBe('struck')
})
