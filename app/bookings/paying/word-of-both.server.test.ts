import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { notThere } from '~/shared/outcome'
import { formatDay } from '~/shared/time'
import { joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, type Resident } from '../../../test/support/people'
import { readBookingOfCustomer } from '../diaries/reviewable-store.server'
import { decideDispute } from './decide-dispute.server'
import { readCorrection, readPaymentFacts } from './job-payment-store.server'
import { leaveDisputes } from './leave-disputes.server'
import { listDisputes } from './list-disputes.server'
import { agreeOnPayment, disputePayment, sayJobPaid } from './say-of-payment.server'

/** What each statement about a payment writes, and who is told, beside a neighbour's job that must stay unchanged. */
const house = useHouse()
const now = new Date('2027-02-20T09:00:00Z')
let shop: Shop
let [eva, siv, admin] = [] as unknown as [Resident, Resident, Resident]
let [id, theirs] = ['', '']
let made = 0

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house)
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
  admin = await joinAsAdmin(house)
})
beforeEach(async () => {
  setClock(now.toISOString())
  const done = async (who: Resident, given: Parameters<typeof placeBooking>[4] = {}) =>
    placeBooking(
      house,
      shop,
      who.signedIn.person.id,
      new Date(Date.parse('2027-01-01T00:00:00Z') + made++ * 3_600_000),
      {
        ...{ status: 'completed' },
        ...given,
      },
    )
  id = await done(eva)
  theirs = await done(siv)
})

const facts = (of = id) => readPaymentFacts(house.db, of)
const subjects = async () =>
  (await house.deliver()).map(({ recipient, subject }) => [recipient, subject.split(':')[0]]).toSorted()
const dispute = (by: Resident, text = 'Halva jobbet', of = id) =>
  disputePayment(house, by.signedIn, { id: of, dispute: text })
const paid = (by: Resident) => sayJobPaid(house, by.signedIn, { id })
const agree = (by: Resident) => agreeOnPayment(house, by.signedIn, { id })
const decide = (given: Record<string, string> = {}) =>
  decideDispute(house, admin.signedIn, { id, decision: 'Vi har ringt.', price: '1000', outcome: 'settled', ...given })
const pages = () => [
  { to: [`person:${eva.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' },
  { to: ['admin'], about: 'bookings' },
]
const quiet = async () => expect([house.told, house.woken, await house.deliver()]).toEqual([[], [], []])
const hush = async () => {
  await house.deliver()
  house.told.length = house.woken.length = 0
}
const later = (minutes: number) => {
  house.clock.forward({ minutes })
  return house.clock.now()
}
/** The neighbour's payment has no statements. */
const untouched = async () =>
  expect(await facts(theirs)).toEqual({ memberSaidAt: null, companySaidAt: null, dispute: null, decision: null })

describe('saying paid', () => {
  test('is stored for each side with its time, and repeating it is idempotent', async () => {
    valueFrom(await paid(eva))
    expect(await facts()).toMatchObject({ memberSaidAt: now, companySaidAt: null, dispute: null })
    expect(house.told.slice(0, 2)).toEqual(pages())
    expect(house.woken).toContain('messages')
    await hush()
    later(5)
    valueFrom(await paid(eva))
    await quiet()
    const moment = later(5)
    valueFrom(await paid(shop.owner))
    expect(await facts()).toMatchObject({ memberSaidAt: now, companySaidAt: moment })
    await hush()
    for (const one of [eva, shop.owner]) valueFrom(await paid(one))
    await quiet()
    await untouched()
  })

  test('ends a dispute when the company repeats it, and is refused for the member', async () => {
    valueFrom(await paid(shop.owner))
    valueFrom(await dispute(eva))
    expect(refusalFrom(await paid(eva))).toMatchObject({
      title: 'Betalningen är inte noterad',
      message: 'Ni är inte överens om betalningen, och vi tittar på det.',
    })
    await hush()
    const moment = later(5)
    valueFrom(await paid(shop.owner))
    expect(await facts()).toMatchObject({ companySaidAt: moment, dispute: { by: 'member', ended: 'agreed' } })
    expect(await subjects()).toEqual([[eva.email, 'Betald']])
  })

  test('is refused for a job that does not exist, is not theirs or is not done', async () => {
    const open = await placeBooking(house, shop, eva.signedIn.person.id, new Date('2027-02-21T09:00:00Z'))
    for (const deed of [sayJobPaid, agreeOnPayment]) {
      for (const wrong of ['x', '', '00000000-0000-0000-0000-000000000000'])
        expect(await deed(house, eva.signedIn, { id: wrong })).toBe(notThere)
      expect(await deed(house, siv.signedIn, { id })).toBe(notThere)
      expect(refusalFrom(await deed(house, eva.signedIn, { id: open })).message).toMatch(/genomfört/)
    }
    await quiet()
    expect((await facts()).memberSaidAt).toBeNull()
  })
})

describe('opening a dispute', () => {
  test('stores side and text once, until that side withdraws it; then it can be opened again', async () => {
    valueFrom(await dispute(eva, ' Halva jobbet '))
    expect(await facts()).toMatchObject({ dispute: { by: 'member', at: now, text: 'Halva jobbet', ended: null } })
    expect(house.told.slice(0, 2)).toEqual(pages())
    expect(await subjects()).toHaveLength(2)
    await hush()
    later(5)
    valueFrom(await dispute(eva, 'Något annat'))
    await quiet()
    expect((await facts()).dispute).toMatchObject({ text: 'Halva jobbet', at: now })
    expect(refusalFrom(await dispute(shop.owner)).title).toBe('Det är inte skickat')
    expect(refusalFrom(await agree(shop.owner)).title).toBe('Inget är ändrat')
    await quiet()
    valueFrom(await agree(eva))
    expect((await facts()).dispute?.ended).toBe('agreed')
    expect(house.told.slice(0, 2)).toEqual(pages())
    await hush()
    valueFrom(await agree(eva))
    await quiet()
    // Only the side that opened the dispute can repeat withdrawing it.
    expect(refusalFrom(await agree(shop.owner)).message).toBe('Ingen har sagt att ni inte är överens.')
    const moment = later(5)
    valueFrom(await dispute(eva, 'En gång till'))
    expect((await facts()).dispute).toEqual({ by: 'member', at: moment, text: 'En gång till', ended: null })
    await untouched()
  })

  test.each([
    [0, 'Skriv vad'],
    [2001, '2'],
  ])('is refused with a text of %i characters', async (letters, because) => {
    expect(refusalFrom(await dispute(eva, 'x'.repeat(letters))).fields.dispute).toContain(because)
    expect((await facts()).dispute).toBeNull()
  })
  test.each([1, 2000])('accepts a text of %i characters', async (letters) => {
    valueFrom(await dispute(eva, 'x'.repeat(letters)))
    expect((await facts()).dispute?.text).toHaveLength(letters)
  })
})

test('an administrator sees each open dispute with its author, text and payment statements', async () => {
  const waiting = async () => (await listDisputes(house, admin.signedIn)).find((one) => one.id === id)
  valueFrom(await paid(eva))
  expect(await waiting()).toBeUndefined()
  later(5)
  valueFrom(await dispute(shop.owner, 'Inget har kommit'))
  const { startsAt } = found(await readBookingOfCustomer(house.db, id, eva.signedIn.person.id))
  expect(await waiting()).toEqual({
    ...{ id, title: 'Hemstäd', day: formatDay(startsAt), companyId: shop.companyId, companyName: 'Lind Städ AB' },
    ...{ customerName: 'Eva Lind', price: '1\u00a0000\u00a0kr', written: '1000', by: 'Företaget', at: '20 feb. 10.05' },
    ...{ text: 'Inget har kommit', said: ['Kunden noterade som betald 20 feb. 10.00.'] },
  })
  valueFrom(await agree(shop.owner))
  later(5)
  valueFrom(await paid(shop.owner))
  valueFrom(await dispute(eva))
  expect(await waiting()).toMatchObject({
    by: 'Kunden',
    said: ['Kunden noterade som betald 20 feb. 10.00.', 'Företaget noterade som betald 20 feb. 10.10.'],
  })
})

describe('a decision', () => {
  beforeEach(async () => {
    valueFrom(await dispute(eva))
    await hush()
  })

  test.each([
    ['an unchanged price, settled', '1000', 'settled', true, undefined],
    ['an unchanged price, to pay', '1 000,00', 'to pay', false, undefined],
    ['a price one öre lower', '999,99', 'to pay', false, { customerPaysOre: 999_99, feeOre: 49_99 }],
    ['a price of zero, always settled', '0', 'to pay', true, { customerPaysOre: 0, feeOre: 0 }],
  ])(
    'stores price, fee and outcome, is told to both sides and audited: %s',
    async (_, price, outcome, isSettled, correction) => {
      valueFrom(await paid(shop.owner))
      valueFrom(await dispute(eva))
      await hush()
      const moment = later(5)
      valueFrom(await decide({ price, outcome }))
      const after = await facts()
      expect(after).toMatchObject({ decision: { text: 'Vi har ringt.', isSettled }, dispute: { ended: 'decided' } })
      expect(after.companySaidAt === null).toBe(!isSettled)
      expect(await readCorrection(house.db, id)).toEqual(correction)
      expect(house.told.slice(0, 2)).toEqual(pages())
      expect((await subjects()).map(([recipient]) => recipient)).toEqual([eva.email, shop.owner.email].toSorted())
      const [line] = await readAudit(house.db, { kind: 'company', id: shop.companyId }, 1)
      expect(line).toMatchObject({
        ...{ deed: 'decide payment dispute', actorId: admin.signedIn.person.id, at: moment },
        before: { booking: id, price: 1_000_00 },
        after: { price: correction?.customerPaysOre ?? 1_000_00, outcome, decision: 'Vi har ringt.' },
      })
      await untouched()
    },
  )

  test.each<[Record<string, string>, string]>([
    [{ decision: ' ' }, 'decision'],
    [{ decision: 'x'.repeat(2001) }, 'decision'],
    [{ price: '' }, 'price'],
    [{ price: 'gratis' }, 'price'],
    [{ price: '1000,01' }, 'price'],
    [{ outcome: 'senare' }, 'outcome'],
  ])('with %o is refused at its field, and the dispute stays open', async (given, field) => {
    expect(Object.keys(refusalFrom(await decide(given)).fields)).toEqual([field])
    expect((await facts()).dispute?.ended).toBeNull()
    await quiet()
  })

  test.each([1, 2000])('may have %i characters', async (letters) => {
    valueFrom(await decide({ decision: 'x'.repeat(letters) }))
    expect((await facts()).decision?.text).toHaveLength(letters)
  })

  test('is made once, and only where there is a dispute', async () => {
    expect(await decide({ id: 'x' })).toBe(notThere)
    expect(await decide({ id: '00000000-0000-0000-0000-000000000000' })).toBe(notThere)
    expect(refusalFrom(await decide({ id: theirs })).message).toMatch(/redan avgjort/)
    valueFrom(await decide())
    await hush()
    expect(refusalFrom(await decide({ decision: 'Nej.' })).message).toMatch(/redan avgjort/)
    await quiet()
    await untouched()
  })
})

describe('leaveDisputes', () => {
  test.each([
    ['the member', () => eva, () => shop.owner, null],
    ['the company', () => shop.owner, () => eva, 'Halva jobbet'],
  ] as const)('of %s ends their disputes and tells the other side', async (_, who, toOther, text) => {
    const open = async () => (await listDisputes(house, admin.signedIn)).map((one) => one.id)
    for (const one of await open()) valueFrom(await decide({ id: one }))
    valueFrom(await dispute(eva))
    valueFrom(await dispute(siv, 'Repor', theirs))
    await hush()
    const { id: personId } = who().signedIn.person
    const moment = later(5)
    const ended = await leaveDisputes(house.db, house.config.origin, personId, moment)
    // The company is a side of both disputes.
    const all = who() === eva ? [id] : [id, theirs].toSorted()
    expect(ended.map((one) => one.id)).toEqual(all)
    expect(await facts()).toMatchObject({ dispute: { ended: 'left', text } })
    expect((await facts(theirs)).dispute).toMatchObject({ ended: who() === eva ? null : 'left', text: 'Repor' })
    const told = (await subjects()).map(([recipient]) => recipient)
    expect(told).toContain(toOther().email)
    expect(told).not.toContain(who().email)
  })
})
