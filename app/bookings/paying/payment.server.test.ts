import { beforeEach, describe, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { savePayWays } from '~/companies/paying/save-pay-ways.server'
import { notThere } from '~/shared/outcome'
import { askForFees } from '~/statements/ask-for-fees.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { sayDoneAndWait } from '../../../test/support/crowds/said'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { openChargesOf } from '../../../test/support/money'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, type Resident } from '../../../test/support/people'
import { readBookPage } from '../book/read-book-page.server'
import { requestBooking } from '../book/request-booking.server'
import { confirmBooking } from '../change/answer-request.server'
import { leaveBookings } from '../change/leave-bookings.server'
import { readCompanyBooking } from '../diaries/read-company-diary.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { decideDispute } from './decide-dispute.server'
import { listDisputes } from './list-disputes.server'
import { agreeOnPayment, disputePayment, sayJobPaid } from './say-of-payment.server'

const house = useHouse()
let shop: Shop
let member: Resident
let admin: Resident
let id: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house)
  admin = await joinAsAdmin(house)
  member = await joinNear(house, shop)
  valueFrom(await savePayWays(house, company(), { swishNumber: '123 118 11 89', card: 'on' }))
  id = valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2027-02-01', '10:00'))).id
  valueFrom(await confirmBooking(house, company(), { id }))
})

const company = () => shop.owner.signedIn
const done = async () => {
  setClock('2027-02-01T11:00:00Z')
  await house.deliver()
  valueFrom(await sayDoneAndWait(house, company(), { id }))
}
const seenBy = async (side: 'member' | 'company') =>
  side === 'member'
    ? found(await readMemberBooking(house, member.signedIn, id)).payment
    : found(await readCompanyBooking(house, company(), id)).payment
const letterTo = async ({ email }: Resident) => mailTo(await house.deliver(), email)

describe('the ways to pay a company', () => {
  test('are shown before booking, in the letters, and with the Swish details when the job is done', async () => {
    const rule = 'när jobbet är gjort, med Swish eller kort på plats.'
    const search = { text: '', category: null, service: shop.serviceId, day: null, after: null }
    expect((await readBookPage(house, member.signedIn, search)).chosen?.payRule).toContain(rule)
    const sent = (await house.deliver()).filter(({ recipient }) => recipient === member.email)
    expect(
      sent
        .filter(({ text }) => text.includes(rule))
        .map(({ subject }) => subject?.split(':')[0])
        .sort(),
    ).toEqual(['Bekräftad', 'Skickad'])
    expect(await seenBy('member')).toMatchObject({ isDone: false, swish: null, may: [] })
    await done()
    const letter = await letterTo(member)
    expect(letter.text).toContain(
      `674,10\u00a0kr till 123 118 11 89, med BOKNING-${id.slice(-8).toUpperCase()} som meddelande`,
    )
    const { swish, owed, state } = await seenBy('member')
    expect({ owed, state, number: swish?.number, sum: swish?.sum }).toEqual({
      owed: '674,10\u00a0kr',
      state: 'to pay',
      number: '123 118 11 89',
      sum: '674,10\u00a0kr',
    })
  })

  test.each([
    [{ swishNumber: '070-123 45 67', card: 'on' }, { swishNumber: 'Ett företags nummer i Swish' }],
    [{ swishNumber: '' }, {}],
    [{ swishNumber: `123 118 11 89${' '.repeat(28)}`, card: 'on' }, { swishNumber: 'Numret är för långt' }],
  ])('stay as they were when %j is refused', async (values, fields) => {
    const refusal = refusalFrom(await savePayWays(house, company(), values as Record<string, string>))
    expect(Object.keys(refusal.fields)).toEqual(Object.keys(fields))
    expect((await seenBy('member')).ways).toEqual(['Swish', 'kort på plats'])
  })

  test('cannot be set by a member', async () => {
    await expect(savePayWays(house, member.signedIn, { card: 'on' })).rejects.toThrow()
  })
})

describe('saying that a job is paid', () => {
  test('is refused before the job is done, and for strangers', async () => {
    expect(refusalFrom(await sayJobPaid(house, member.signedIn, { id })).message).toContain('genomfört')
    await done()
    const other = await joinNear(house, shop)
    for (const deed of [sayJobPaid, agreeOnPayment]) expect(await deed(house, other.signedIn, { id })).toBe(notThere)
    expect(await disputePayment(house, admin.signedIn, { id, dispute: 'x' })).toBe(notThere)
    expect((await seenBy('member')).state).toBe('to pay')
  })

  test('is stored for each side with its time, and told to the other once', async () => {
    await done()
    await house.deliver()
    house.told.length = 0
    valueFrom(await sayJobPaid(house, member.signedIn, { id }))
    expect(house.told).toContainEqual({ to: ['admin'], about: 'bookings' })
    valueFrom(await sayJobPaid(house, member.signedIn, { id }))
    const told = (await house.deliver()).map(({ recipient, subject }) => [recipient, subject?.split(':')[0]])
    expect(told).toEqual([[shop.owner.email, 'Kunden har betalat']])
    expect(await seenBy('company')).toMatchObject({ state: 'said by member', may: ['say paid', 'dispute'] })
    setClock('2027-02-03T08:00:00Z')
    valueFrom(await sayJobPaid(house, company(), { id }))
    expect((await letterTo(member)).subject).toContain('Betald: Hemstäd')
    const { state, said, swish } = await seenBy('member')
    expect({ state, swish }).toEqual({ state: 'paid', swish: null })
    expect(said).toEqual([
      expect.stringMatching(/^Du noterade som betald 1 feb/),
      expect.stringMatching(/ noterade som betald 3 feb/),
    ])
    const history = found(await readMemberBooking(house, member.signedIn, id)).history.map(({ text }) => text)
    expect(history.slice(-2)).toEqual([
      'Du noterade att jobbet är betalt',
      expect.stringContaining('noterade att jobbet är betalt'),
    ])
  })
})

describe('a dispute', () => {
  const dispute = (by: Resident, text = 'Halva jobbet blev gjort.') =>
    disputePayment(house, by.signedIn, { id, dispute: text })
  const waiting = async () => (await listDisputes(house, admin.signedIn)).filter((one) => one.id === id)
  const decide = (given: Record<string, string> = {}) =>
    decideDispute(house, admin.signedIn, {
      id,
      decision: 'Vi har ringt er båda.',
      price: '674,10',
      outcome: 'settled',
      ...given,
    })

  test('waits for an administrator, whose final decision corrects price and fee, is audited and told to both sides', async () => {
    await done()
    await house.deliver()
    expect(refusalFrom(await dispute(member, '  ')).fields.dispute).toContain('Skriv vad')
    valueFrom(await dispute(member))
    valueFrom(await dispute(member))
    const told = await house.deliver()
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([member.email, shop.owner.email].sort())
    expect(mailTo(told, shop.owner.email).text).toContain('Halva jobbet blev gjort.')
    expect(await waiting()).toMatchObject([{ text: 'Halva jobbet blev gjort.', by: 'Kunden', price: '674,10\u00a0kr' }])
    expect((await seenBy('company')).state).toBe('disputed')

    expect(refusalFrom(await decide({ price: '700' })).fields.price).toContain('Det kan bara bli lägre')
    house.told.length = 0
    valueFrom(await decide({ price: '300', outcome: 'to pay' }))
    expect(house.told).toContainEqual({ to: ['admin'], about: 'bookings' })
    const words = await house.deliver()
    for (const { email } of [member, shop.owner]) {
      expect(mailTo(words, email).text).toContain('Vi har ringt er båda.')
      expect(mailTo(words, email).text).toContain('rättat från 674,10\u00a0kr till 300\u00a0kr')
    }
    expect(mailTo(words, shop.owner.email).text).toContain('Vår avgift sänks lika mycket')
    expect(await waiting()).toEqual([])
    expect(await seenBy('member')).toMatchObject({
      state: 'to pay',
      owed: '300\u00a0kr',
      decision: 'Vi har ringt er båda.',
      may: ['say paid'],
      swish: { sum: '300,00\u00a0kr' },
    })
    expect(refusalFrom(await decide()).message).toContain('redan avgjort')
    const history = await readAudit(house.db, { kind: 'company', id: shop.companyId }, 20)
    const decided = history.filter(({ deed }) => deed === 'decide payment dispute')
    expect(decided).toMatchObject([
      {
        actorId: admin.signedIn.person.id,
        before: { booking: id },
        after: { price: 300_00, outcome: 'to pay', decision: 'Vi har ringt er båda.' },
      },
    ])
    expect(refusalFrom(await dispute(shop.owner)).message).toContain('beskedet gäller')
    valueFrom(await sayJobPaid(house, company(), { id }))
    expect((await seenBy('member')).state).toBe('paid')
    // The fee is reduced in proportion to the price: 37.45 of 674.10 becomes 16.66 of 300.
    setClock('2027-03-01T08:00:00Z')
    await askForFees(house)
    expect(await openChargesOf(house.db, { companyId: shop.companyId })).toMatchObject([
      { kind: 'fee', gross_cents: 16_66 },
    ])
  })

  test('of a job that was not done can be corrected to nothing, without a fee', async () => {
    await done()
    valueFrom(await dispute(shop.owner, 'Vi tryckte fel, jobbet blev inte av.'))
    valueFrom(await decide({ price: '0', outcome: 'to pay' }))
    expect(await seenBy('member')).toMatchObject({ state: 'paid', owed: '0\u00a0kr', swish: null })
    setClock('2027-03-01T08:00:00Z')
    await askForFees(house)
    expect(await openChargesOf(house.db, { companyId: shop.companyId })).toEqual([])
  })

  test('is withdrawn by the side that opened it, or ends when the company says that it has been paid', async () => {
    await done()
    valueFrom(await dispute(member))
    expect(refusalFrom(await agreeOnPayment(house, company(), { id })).message).toContain('Bara den som sa ifrån')
    await house.deliver()
    valueFrom(await agreeOnPayment(house, member.signedIn, { id }))
    valueFrom(await agreeOnPayment(house, member.signedIn, { id }))
    expect((await letterTo(shop.owner)).subject).toContain('Överens om betalningen')
    expect(await waiting()).toEqual([])
    valueFrom(await dispute(shop.owner, 'Inget har kommit.'))
    expect(await waiting()).toMatchObject([{ by: 'Företaget', text: 'Inget har kommit.' }])
    valueFrom(await sayJobPaid(house, company(), { id }))
    expect(await waiting()).toEqual([])
    expect((await seenBy('member')).state).toBe('paid')
  })

  test('is listed and decided by administrators only', async () => {
    await done()
    valueFrom(await dispute(member))
    await expect(decideDispute(house, company(), { id })).rejects.toThrow('not allowed')
    await expect(listDisputes(house, member.signedIn)).rejects.toThrow('not allowed')
  })

  test('is opened once and decided once under concurrent requests (race condition)', async () => {
    await done()
    const said = await Promise.all([dispute(member), dispute(shop.owner)])
    expect(said.filter((one) => 'ok' in one && one.ok)).toHaveLength(1)
    const decided = await Promise.all([decide({ price: '100' }), decide({ price: '200' })])
    expect(decided.filter((one) => 'ok' in one && one.ok)).toHaveLength(1)
  })

  test.each([
    ['member', () => member, () => shop.owner, null],
    ['company', () => shop.owner, () => member, 'Halva jobbet blev gjort.'],
  ] as const)(
    'of a member ends when the %s leaves: the other is told, and the text goes with the member',
    async (_, who, other, text) => {
      await done()
      valueFrom(await dispute(member))
      await house.deliver()
      const { id: personId } = who().signedIn.person
      await house.db.transaction().execute((db) => leaveBookings(db, house.config.origin, personId, house.clock.now()))
      expect((await letterTo(other())).subject).toContain('Inget att avgöra längre')
      expect(await waiting()).toEqual([])
      const row = await house.db
        .selectFrom('job_payments')
        .selectAll()
        .where('booking_id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ dispute: text, ended_how: 'left' })
    },
  )
})
