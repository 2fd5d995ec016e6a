import { beforeEach, expect, test } from 'vitest'
import { openForVisits, type Shop, setClock, visitOf, visitValues } from '../../../test/support/bookings'
import { sayDoneAndWait } from '../../../test/support/crowds/said'
import { useHouse } from '../../../test/support/house'
import { found, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { readCalendarFile, readFeedAddress, readFeedFile, renewFeed } from '../calendar/follow-calendar.server'
import { confirmBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { proposeTime } from '../change/propose-time.server'
import { sayDone } from '../change/say-done.server'
import { readCompanyBooking, readCompanyDiary } from '../diaries/read-company-diary.server'
import { readMemberBooking, readMemberDiary } from '../diaries/read-member-diary.server'
import { readCompanyFigures, readLastAsked, readNextBooking, readProposalsTo } from '../week/figures-store.server'
import { readCompanyWeek } from '../week/read-company-week.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let windows: string
let hedge: string
let id: string
let ids: string[]

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  ;({ shop, member, windows, hedge } = await openForVisits(house))
  const form = visitValues([windows, hedge], monday, '10:00')
  id = valueFrom(await requestBooking(house, member.signedIn, form)).id
  ids = (await visitOf(house, id)).map((one) => one.id)
})

const company = () => shop.owner.signedIn
const list = (visa: string) => new URLSearchParams(visa ? { visa } : {})
const companyList = async (visa = '') => (await readCompanyDiary(house, company(), list(visa))).bookings
const memberList = async (visa = '') => (await readMemberDiary(house, member.signedIn, list(visa))).bookings

test('a visit is one entry in both lists, with its services, total time and total price', async () => {
  for (const entries of [
    await companyList(),
    await companyList('vantar'),
    await memberList(),
    await memberList('kommande'),
  ]) {
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject({ id, title: 'Fönsterputs och Häck', span: '10.00–12.30' })
    expect(entries[0]?.price).toMatch(/^1\s574,15\skr$/)
    expect(entries[0]?.services.map(({ title, span }) => [title, span])).toEqual([
      ['Fönsterputs', '10.00–11.00'],
      ['Häck', '11.00–12.30'],
    ])
  }
  const [entry] = await companyList()
  expect(entry?.providerGets).toMatch(/^1\s486,70\skr$/)
  expect((await readCompanyDiary(house, company(), list(''))).pending).toBe(1)
})

test('a service of a visit in another state is an entry of its own', async () => {
  valueFrom(await cancelBooking(house, member.signedIn, { id: ids[0] ?? '' }))
  expect((await memberList('kommande')).map(({ title }) => title)).toEqual(['Häck'])
  expect((await memberList('avbokade')).map(({ title }) => title)).toEqual(['Fönsterputs'])
  expect((await companyList('vantar')).map(({ id }) => id)).toEqual([ids[1]])
})

test('keyset pagination of a list with visits has no gaps and no duplicates', async () => {
  const seen: string[] = []
  valueFrom(await confirmBooking(house, company(), { id }))
  for (let week = 1; week <= 10; week++) {
    const day = Temporal.PlainDate.from(monday)
      .add({ days: 7 * week })
      .toString()
    const form = visitValues([windows, hedge], day, '10:00')
    const next = valueFrom(await requestBooking(house, member.signedIn, form)).id
    valueFrom(await confirmBooking(house, company(), { id: next }))
    seen.push(next)
    const alone = valueFrom(await requestBooking(house, member.signedIn, visitValues([hedge], day, '13:00'))).id
    valueFrom(await confirmBooking(house, company(), { id: alone }))
    seen.push(alone)
  }
  const first = await readCompanyDiary(house, company(), list('bekraftade'))
  expect(first.bookings).toHaveLength(20)
  const after = new URLSearchParams({ visa: 'bekraftade', efter: `${first.next?.at}_${first.next?.id}` })
  const second = await readCompanyDiary(house, company(), after)
  expect(second.next).toBeNull()
  expect([...first.bookings, ...second.bookings].map((one) => one.id)).toEqual([id, ...seen])
})

test('a visit is one block of the week, and each of its services is completed and taken back by itself', async () => {
  valueFrom(await confirmBooking(house, company(), { id }))
  setClock('2027-02-01T10:15:00Z')
  const { days } = await readCompanyWeek(house, company(), new URLSearchParams({ dag: monday }))
  expect(days.flatMap(({ jobs }) => jobs)).toMatchObject([
    { id, title: 'Fönsterputs och Häck', starts: '10.00', ends: '12.30' },
  ])
  const { today } = await readCompanyDiary(house, company(), list(''))
  expect(today.map(({ services }) => services.map(({ may }) => may.includes('complete')))).toEqual([[true, true]])
  // What is said of one booking of a visit is undone by itself, and does not affect the other.
  valueFrom(await sayDone(house, company(), { id }))
  const [said] = (await readCompanyDiary(house, company(), list(''))).today
  expect(said?.services.map(({ said, may }) => [said?.what, may])).toEqual([
    ['Räknas som genomförd kl. 11.16.00', ['take back']],
    [undefined, ['complete', 'mark as no-show']],
  ])
  const [theirs] = (await readMemberDiary(house, member.signedIn, list('tidigare'))).bookings
  expect(theirs?.services.map(({ said }) => said)).toEqual([null, null])
  valueFrom(await sayDoneAndWait(house, company(), { id }))
  expect((await companyList('bekraftade')).map(({ title }) => title)).toEqual(['Häck'])
})

test('a visit is one calendar event, which changes with a higher sequence when a part of it is cancelled', async () => {
  valueFrom(await confirmBooking(house, company(), { id }))
  valueFrom(await renewFeed(house, company()))
  const address = new URL(found(await readFeedAddress(house, company())).address)
  const feed = async () => {
    const file = found(await readFeedFile(house, address.searchParams.get('key') ?? ''))
    return file
      .replaceAll('\r\n ', '')
      .split('BEGIN:VEVENT')
      .slice(1)
      .map((event) => ({
        uid: /UID:(.*?)[@\r]/.exec(event)?.[1],
        ends: /DTEND:(\S+)/.exec(event)?.[1],
        sequence: Number(/SEQUENCE:(\d+)/.exec(event)?.[1]),
        status: /STATUS:(\w+)/.exec(event)?.[1],
      }))
  }
  const [before, ...others] = await feed()
  expect(others).toEqual([])
  // The sequence is the sum of those of both bookings.
  expect(before).toMatchObject({ ends: '20270201T113000Z', status: 'CONFIRMED', sequence: 2 })
  for (const one of ids) {
    const file = found(await readCalendarFile(house, member.signedIn, one)).replaceAll('\r\n ', '')
    expect(file).toMatch(/SUMMARY:Fönsterputs \+ Häck hos/)
    expect(file).toMatch(new RegExp(`UID:${before?.uid}@[^]*SEQUENCE:2\r\n`))
  }
  valueFrom(await cancelBooking(house, company(), { id: ids[1] ?? '' }))
  const after = await feed()
  const same = after.find(({ uid }) => uid === before?.uid)
  expect(same).toMatchObject({ ends: '20270201T100000Z', status: 'CONFIRMED' })
  expect(same?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  expect(after.filter(({ status }) => status === 'CANCELLED')).toHaveLength(1)
  // The file of any of its bookings describes the remaining visit.
  expect(await readCalendarFile(house, member.signedIn, id)).toMatch(/SUMMARY:Fönsterputs hos/)
})

test('the page of each service lists the others, and shows what is left of the visit', async () => {
  const { visit } = found(await readMemberBooking(house, member.signedIn, ids[1] ?? ''))
  expect(visit?.services.map(({ title, isThis }) => [title, isThis])).toEqual([
    ['Fönsterputs', false],
    ['Häck', true],
  ])
  expect(visit?.left).toMatchObject({ when: 'måndag 1 februari kl. 10.00–12.30', duration: '2 tim 30 min' })
  expect(visit?.others).toEqual(['Fönsterputs'])
  valueFrom(await cancelBooking(house, member.signedIn, { id }))
  const left = found(await readCompanyBooking(house, company(), ids[1] ?? '')).visit
  expect(left?.left).toMatchObject({ when: 'måndag 1 februari kl. 11.00–12.30' })
  expect(left?.others).toEqual([])
  valueFrom(await cancelBooking(house, member.signedIn, { id: ids[1] ?? '' }))
  expect(found(await readMemberBooking(house, member.signedIn, id)).visit).toMatchObject({ left: false, others: [] })
})

test('a visit counts as one in figures, overviews and proposals', async () => {
  const { id: personId } = member.signedIn.person
  const now = house.clock.now()
  expect(await readCompanyFigures(house.db, shop.companyId, now)).toMatchObject({ pending: 1, upcoming: 0 })
  expect(await readLastAsked(house.db, shop.companyId, now, 5)).toMatchObject([
    { id, serviceTitle: 'Fönsterputs och Häck' },
  ])
  expect(await readNextBooking(house.db, personId, now)).toMatchObject({ id, serviceTitle: 'Fönsterputs och Häck' })
  const start = '2027-02-01T12:00:00Z'
  valueFrom(await proposeTime(house, company(), { id: ids[1] ?? '', start }))
  const proposals = await readProposalsTo(house.db, personId, now, 5)
  expect(proposals).toMatchObject([{ id, serviceTitle: 'Fönsterputs och Häck', proposedAt: new Date(start) }])
  valueFrom(await confirmBooking(house, company(), { id }))
  const ahead = await readCompanyFigures(house.db, shop.companyId, now)
  expect(ahead).toMatchObject({ pending: 0, upcoming: 1 })
})
