import { beforeEach, describe, expect, test } from 'vitest'
import { bookingsOf, bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { EARLY_START } from '../withdrawal'
import { answerProposal } from './answer-proposal.server'
import { confirmBooking } from './answer-request.server'
import { cancelBooking } from './cancel-booking.server'
import { proposeTime } from './propose-time.server'
import { withdrawBooking } from './withdraw-booking.server'

const house = useHouse()
let shop: Shop
let member: Resident

// A Thursday. The jobs take an hour, and cancelling is free until 24 hours before.
beforeEach(async () => {
  setClock('2027-01-28T09:00:00Z')
  shop = await openShop(house)
  member = await joinNear(house, shop)
})

const ask = (day: string, given: Record<string, string> = {}) =>
  requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, '10:00', given))
const booked = async (day: string, given?: Record<string, string>) => valueFrom(await ask(day, given)).id
const confirm = async (id: string) => valueFrom(await confirmBooking(house, shop.owner.signedIn, { id }))
const withdraw = (id: string) => withdrawBooking(house, member.signedIn, { id, sure: 'on' })
const row = async () => (await bookingsOf(house, shop.companyId))[0]

describe('the consent to an early start', () => {
  test('is required when the job may begin within fourteen days, and its wording cannot be rewritten', async () => {
    expect(refusalFrom(await ask('2027-02-01', { early: '' })).fields.early).toContain('Kryssa i rutan')
    await booked('2027-02-01')
    expect(await row()).toMatchObject({ early_start: EARLY_START, early_start_at: house.clock.now() })
    await expect(house.db.updateTable('bookings').set({ early_start: 'Något annat' }).execute()).rejects.toThrow(
      'what was agreed to is not rewritten',
    )
  })

  test('is required as long as the job may begin within fourteen days of the company’s latest possible yes', async () => {
    expect((await ask('2027-02-14', { early: '' })).ok).toBe(false)
    await booked('2027-02-15', { early: '' })
    expect(await row()).toMatchObject({ early_start: null, early_start_at: null })
  })

  test('is required once from a member who accepts an earlier time', async () => {
    const id = await booked('2027-03-01', { early: '' })
    await confirm(id)
    valueFrom(await proposeTime(house, shop.owner.signedIn, { id, start: '2027-02-03T09:00:00.000Z' }))
    expect(refusalFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes' })).fields.early).toBeDefined()
    await house.deliver()
    valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes', early: 'on' }))
    expect(await row()).toMatchObject({ early_start: EARLY_START })
    expect(mailTo(await house.deliver(), member.email).text).toContain('Du sa ja till det här')
    valueFrom(await proposeTime(house, member.signedIn, { id, start: '2027-02-04T09:00:00.000Z' }))
  })

  test('is required with a member’s own proposal of an earlier time', async () => {
    const id = await booked('2027-03-01', { early: '' })
    const start = '2027-02-03T09:00:00.000Z'
    expect(refusalFrom(await proposeTime(house, member.signedIn, { id, start })).fields.early).toBeDefined()
    valueFrom(await proposeTime(house, member.signedIn, { id, start, early: 'on' }))
    valueFrom(await answerProposal(house, shop.owner.signedIn, { id, answer: 'yes' }))
    expect(await row()).toMatchObject({ early_start: EARLY_START, status: 'confirmed' })
  })
})

describe('withdrawing', () => {
  test('is free before the start, also when cancelling is not, and both sides get it in writing', async () => {
    const id = await booked('2027-01-29')
    await confirm(id)
    await house.deliver()
    setClock('2027-01-28T10:00:00Z')
    expect(refusalFrom(await cancelBooking(house, member.signedIn, { id })).fields.understood).toContain('ta betalt')
    valueFrom(await withdraw(id))
    expect(await row()).toMatchObject({ status: 'cancelled', cancelled_by: 'member', withdrawal_due_cents: 0 })
    const sent = await house.deliver()
    expect(mailTo(sent, member.email).subject).toBe('Bekräftelse: du har ångrat avtalet')
    expect(mailTo(sent, shop.owner.email).text).toContain('ni kan inte ta betalt')
    const page = await readMemberBooking(house, member.signedIn, id)
    if (!('contract' in page)) throw new Error('the booking is there')
    expect(page.contract.withdrawn).toEqual({ at: '28 januari 2027 kl. 11.00.00', due: null })
    expect(page.history.at(-1)?.text).toBe('Du ångrade avtalet')
    expect(page.booking.ended).toBe('Du ångrade avtalet.')
  })

  test('in the middle of a job costs the share that is done', async () => {
    const id = await booked('2027-02-01')
    await confirm(id)
    setClock('2027-02-01T09:15:00Z')
    valueFrom(await withdraw(id))
    const after = await row()
    expect(after?.withdrawal_due_cents).toBe(Math.floor((after?.amount_customer_pays_cents ?? 0) / 4))
  })

  test.each([
    ['when the job is done', '2027-02-01T10:00:00Z', '2027-02-01', 'Jobbet är utfört'],
    ['on the fifteenth day', '2027-02-12T09:00:00Z', '2027-02-20', 'Ångerfristen på 14 dagar har gått ut.'],
  ])('is refused %s', async (_, moment, day, because) => {
    const id = await booked(day)
    await confirm(id)
    setClock(moment)
    expect(refusalFrom(await withdraw(id)).message).toContain(because)
  })

  test('requires a contract and the ticked box, is for the member only, and is idempotent', async () => {
    const id = await booked('2027-02-01')
    expect((await withdraw(id)).ok, 'nothing is agreed yet').toBe(false)
    await confirm(id)
    expect(refusalFrom(await withdrawBooking(house, member.signedIn, { id })).fields.sure).toBeDefined()
    expect((await withdrawBooking(house, shop.owner.signedIn, { id, sure: 'on' })).ok).toBe(false)
    valueFrom(await withdraw(id))
    await house.deliver()
    valueFrom(await withdraw(id))
    expect(await house.deliver()).toEqual([])
  })

  test('is refused after the booking was cancelled', async () => {
    const id = await booked('2027-02-10')
    await confirm(id)
    valueFrom(await cancelBooking(house, member.signedIn, { id }))
    expect((await withdraw(id)).ok).toBe(false)
  })
})
