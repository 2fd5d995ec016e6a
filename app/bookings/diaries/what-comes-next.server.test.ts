import { beforeEach, expect, test } from 'vitest'
import { readMemberOverview } from '~/shell/overviews/read-member-overview.server'
import { bookingValues, joinNear, openShop, type Shop, setClock } from '../../../test/support/bookings'
import { sayDoneAndWait } from '../../../test/support/crowds/said'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from '../change/answer-proposal.server'
import { confirmBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { readMemberBooking, readMemberDiary } from './read-member-diary.server'

const house = useHouse()
let shop: Shop
let member: Resident

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  shop = await openShop(house, { capacity: 3 })
  member = await joinNear(house, shop)
})

const ask = async (day: string, time = '10:00') =>
  valueFrom(await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, day, time))).id
const company = () => shop.owner.signedIn
const confirm = async (id: string) => valueFrom(await confirmBooking(house, company(), { id }))
const page = async (id: string) => found(await readMemberBooking(house, member.signedIn, id))
const list = async (search = '') =>
  (await readMemberDiary(house, member.signedIn, new URLSearchParams(search))).bookings
const idsOf = (bookings: readonly { id: string }[]) => bookings.map(({ id }) => id)
const plain = (text: string | null | undefined) => text?.replace(/\s/g, ' ')

test('cancelled bookings have a list of their own, and are in the whole list', async () => {
  const [coming, cancelled] = [await ask('2027-02-03'), await ask('2027-02-02')]
  valueFrom(await cancelBooking(house, member.signedIn, { id: cancelled }))
  expect(idsOf(await list())).toEqual([coming, cancelled])
  expect(idsOf(await list('visa=kommande'))).toEqual([coming])
  expect(idsOf(await list('visa=avbokade'))).toEqual([cancelled])
  setClock('2027-02-10T09:00:00Z')
  expect(idsOf(await list('visa=tidigare'))).toEqual([coming])
})

test('the page of a booking says that the request is sent, and then that it is confirmed', async () => {
  const id = await ask('2027-02-03')
  expect((await page(id)).nextStep).toMatchObject({
    title: 'Bokning skickad!',
    text: 'Företaget kommer att bekräfta din bokning inom kort',
    next: expect.stringContaining('har till måndag 1 februari kl. 10.00 på sig att svara'),
  })
  await confirm(id)
  expect((await page(id)).nextStep).toMatchObject({
    title: 'Bokningen är bekräftad',
    text: 'Lind Städ AB kommer till dig onsdag 3 februari kl. 10.00.',
    next: expect.stringContaining('påminnelse'),
  })
  // No reminder is promised once its time has passed.
  setClock('2027-02-02T12:00:00Z')
  expect((await page(id)).nextStep?.next).not.toContain('påminnelse')
  setClock('2027-02-03T12:00:00Z')
  expect((await page(id)).nextStep).toBeNull()
})

test('the page says that a request still stands after the company has said no to another time', async () => {
  const id = await ask('2027-02-03')
  valueFrom(
    await proposeTime(house, member.signedIn, {
      id,
      start: bookingValues(shop.serviceId, '2027-02-04', '13:00').start,
    }),
  )
  valueFrom(await answerProposal(house, company(), { id, answer: 'no' }))
  expect((await page(id)).nextStep?.title).toBe('Din förfrågan gäller fortfarande')
})

test.each([
  [
    '2027-02-03',
    false,
    'Tills företaget har svarat kostar det ingenting att avboka. När det har sagt ja kan du avboka utan kostnad till tisdag 2',
  ],
  [
    '2027-02-03',
    true,
    /^Du kan avboka utan kostnad till tisdag 2 februari kl. 10.00. Därefter kan företaget ta betalt/,
  ],
  ['2027-01-29', false, 'den här inte längre att avboka utan kostnad'],
  [
    '2027-01-29',
    true,
    'Den här går inte längre att avboka utan kostnad: företaget kan ta betalt för tiden, 674,10 kr.',
  ],
] as const)(
  'the page says until when a job on %s can be cancelled free of charge, confirmed %s',
  async (day, isConfirmed, words) => {
    const id = await ask(day, day === '2027-01-29' ? '15:00' : '10:00')
    if (isConfirmed) await confirm(id)
    expect(plain((await page(id)).cancelBy)).toEqual(
      typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words),
    )
  },
)

test('a completed booking has a link to book again, as long as its service can be booked', async () => {
  const id = await ask('2027-02-03')
  await confirm(id)
  expect((await list())[0]?.bookAgain).toBeNull()
  setClock('2027-02-03T12:00:00Z')
  valueFrom(await sayDoneAndWait(house, company(), { id }))
  const address = `/dashboard/customer/book?service=${shop.serviceId}`
  const again = async () => ({
    list: (await list())[0]?.bookAgain,
    page: (await page(id)).bookAgain,
    overview: (await readMemberOverview(house, member.signedIn)).again.map(({ to }) => to),
  })
  expect(await again()).toEqual({ list: address, page: address, overview: [address] })
  await house.db.updateTable('services').set({ active: false }).where('id', '=', shop.serviceId).execute()
  expect(await again()).toEqual({ list: null, page: null, overview: [] })
})

test('a time proposed by the company is on the overview until it is answered', async () => {
  const id = await ask('2027-02-03')
  const start = bookingValues(shop.serviceId, '2027-02-04', '11:00').start
  valueFrom(await proposeTime(house, company(), { id, start }))
  const waiting = async () => (await readMemberOverview(house, member.signedIn)).proposals
  expect(await waiting()).toMatchObject([{ id, companyName: 'Lind Städ AB', when: expect.stringContaining('11') }])
  valueFrom(await answerProposal(house, member.signedIn, { id, answer: 'no' }))
  expect(await waiting()).toEqual([])
})
