import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  addService,
  joinNear,
  openForVisits,
  type Shop,
  setClock,
  visitOf,
  visitValues,
} from '../../../test/support/bookings'
import { sayDoneAndWait } from '../../../test/support/crowds/said'
import { behind } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { requestBooking } from '../book/request-booking.server'
import { answerProposal } from '../change/answer-proposal.server'
import { confirmBooking, declineBooking } from '../change/answer-request.server'
import { cancelBooking } from '../change/cancel-booking.server'
import { leaveBookings } from '../change/leave-bookings.server'
import { proposeTime } from '../change/propose-time.server'
import { readMove } from '../change/read-move.server'
import { tendBookings } from '../change/tend-bookings.server'
import { withdrawBooking } from '../change/withdraw-booking.server'

const house = useHouse()
const monday = '2027-02-01'
let shop: Shop
let member: Resident
let windows: string
let hedge: string

beforeEach(async () => {
  setClock('2027-01-29T09:00:00Z')
  ;({ shop, member, windows, hedge } = await openForVisits(house))
})

const company = () => shop.owner.signedIn
const ask = (services: string[], time: string, given: Record<string, string> = {}, by = member) =>
  requestBooking(house, by.signedIn, visitValues(services, monday, time, given))
const book = async (time = '10:00') => valueFrom(await ask([windows, hedge], time)).id
const at = (clock: string) => new Date(`2027-02-01T${clock}:00Z`)
const lettersTo = async (who: Resident) =>
  (await house.deliver()).filter(({ recipient }) => recipient === who.email).map(({ subject }) => subject)
const states = async (id: string) => (await visitOf(house, id)).map(({ status }) => status)

describe('a whole visit', () => {
  test.each([0, 1])('is confirmed by a yes to service %i, in one letter', async (which) => {
    const id = await book()
    const visit = await visitOf(house, id)
    await house.deliver()
    house.told.length = 0
    valueFrom(await confirmBooking(house, company(), { id: visit[which]?.id ?? '' }))
    expect(house.told).toEqual([
      { to: [`person:${member.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' },
    ])
    expect(await states(id)).toEqual(['confirmed', 'confirmed'])
    expect(await lettersTo(member)).toEqual([expect.stringMatching(/^Bekräftad: Fönsterputs och Häck/)])
  })

  test('is declined by a no to one service, with the reason and in one letter', async () => {
    const id = await book()
    await house.deliver()
    valueFrom(await declineBooking(house, company(), { id, reason: 'Vi är sjuka.' }))
    expect(await states(id)).toEqual(['cancelled', 'cancelled'])
    expect(await lettersTo(member)).toHaveLength(1)
    expect((await visitOf(house, id)).map(({ reason }) => reason)).toEqual(['Vi är sjuka.', 'Vi är sjuka.'])
  })

  test('is either confirmed or declined when both are sent concurrently (race condition)', async () => {
    const id = await book()
    const [, second] = await visitOf(house, id)
    const answers = await Promise.all([
      confirmBooking(house, company(), { id }),
      declineBooking(house, company(), { id: second?.id ?? '' }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(new Set(await states(id)).size).toBe(1)
  })

  test('lapses once without an answer, after one reminder to the company', async () => {
    const id = await book()
    await house.deliver()
    setClock('2027-01-30T10:00:00Z')
    await tendBookings(house)
    await tendBookings(house)
    expect(await lettersTo(shop.owner)).toEqual([expect.stringMatching(/^Väntar på svar: Fönsterputs och Häck/)])
    setClock('2027-02-01T09:00:00Z')
    await Promise.all([tendBookings(house), tendBookings(house)])
    await tendBookings(house)
    expect(await states(id)).toEqual(['cancelled', 'cancelled'])
    expect(await lettersTo(member)).toEqual([expect.stringMatching(/^Inget svar: Fönsterputs och Häck/)])
  })

  test('is reminded of once, a day before it begins', async () => {
    valueFrom(await confirmBooking(house, company(), { id: await book() }))
    await house.deliver()
    for (const clock of ['2027-01-31T09:00:00Z', '2027-01-31T10:00:00Z', '2027-01-31T11:00:00Z']) {
      setClock(clock)
      await tendBookings(house)
    }
    expect(await lettersTo(member)).toEqual([expect.stringMatching(/^Snart dags: Fönsterputs och Häck/)])
  })
})

describe('moving a visit', () => {
  const move = async (id: string, time: string, by: Resident, answers: Resident) => {
    const start = at(time).toISOString()
    valueFrom(await proposeTime(house, by.signedIn, { id, start, early: 'on' }))
    return answerProposal(house, answers.signedIn, { id, answer: 'yes', early: 'on' })
  }

  test.each([
    ['a little later', '09:30'],
    ['a little earlier', '08:30'],
    ['later by its own length', '11:30'],
    ['much later', '14:00'],
  ])('moves all its services, also over its own time: %s', async (_, time) => {
    const id = await book()
    const [, second] = await visitOf(house, id)
    // The proposal may be made on any of the bookings of the visit.
    valueFrom(await move(second?.id ?? '', time, shop.owner, member))
    const [moved, next] = await visitOf(house, id)
    expect(moved).toMatchObject({ status: 'confirmed', scheduled_at: at(time), busy_until: moved?.ends_at })
    expect(next?.scheduled_at).toEqual(moved?.ends_at)
    expect(Number(next?.busy_until) - Number(next?.ends_at)).toBe(30 * 60_000)
  })

  test('offers a member only the times that have room for all of it', async () => {
    const id = await book('15:30')
    const { starts, title, current } = found(await readMove(house, member.signedIn, 'member', id, monday))
    expect(title).toBe('Fönsterputs och Häck')
    expect(current.span).toBe('15.30–18.00')
    expect(starts.at(-1)?.label).toBe('15.00')
    const late = await proposeTime(house, member.signedIn, { id, start: at('15:00').toISOString(), early: 'on' })
    expect(refusalFrom(late).fields.start).toMatch(/inte ledig/)
  })

  test('changes nothing when the proposal is refused', async () => {
    const id = await book()
    valueFrom(await proposeTime(house, member.signedIn, { id, start: at('13:00').toISOString(), early: 'on' }))
    expect((await visitOf(house, id)).map(({ proposed_at }) => proposed_at)).toEqual([at('13:00'), at('14:00')])
    valueFrom(await answerProposal(house, company(), { id, answer: 'no' }))
    expect((await visitOf(house, id)).map((one) => [one.scheduled_at, one.proposed_at])).toEqual([
      [at('09:00'), null],
      [at('10:00'), null],
    ])
  })

  test('changes nothing when the time was taken meanwhile', async () => {
    const id = await book('08:00')
    valueFrom(await proposeTime(house, company(), { id, start: at('12:00').toISOString() }))
    valueFrom(await ask([windows], '14:00', {}, await joinNear(house, shop)))
    refusalFrom(await answerProposal(house, member.signedIn, { id, answer: 'yes', early: 'on' }))
    expect((await visitOf(house, id)).map(({ scheduled_at }) => scheduled_at)).toEqual([at('07:00'), at('08:00')])
  })
})

describe('cancelling services of a visit', () => {
  let id: string
  let ids: string[]
  beforeEach(async () => {
    const third = await addService(house, shop.companyId, { title: 'Hemstäd' })
    id = valueFrom(await ask([windows, hedge, third], '09:00')).id
    valueFrom(await confirmBooking(house, company(), { id }))
    ids = (await visitOf(house, id)).map((one) => one.id)
    await house.deliver()
  })
  const busy = async () => (await visitOf(house, id)).map(({ busy_until }) => busy_until)

  test('a single one can be cancelled; the letters name the rest, and the buffer before the gap is restored', async () => {
    valueFrom(await cancelBooking(house, member.signedIn, { id: ids[1] ?? '' }))
    expect(await states(id)).toEqual(['confirmed', 'cancelled', 'confirmed'])
    const mails = await house.deliver()
    for (const { email } of [member, shop.owner]) {
      const [mail, ...more] = mails.filter(({ recipient }) => recipient === email)
      expect(more).toEqual([])
      expect(mail?.subject).toMatch(/Häck/)
      expect(mail?.text).toContain('Resten av besöket står kvar: Fönsterputs och Hemstäd kl. 09.00–12.30.')
    }
    // Where there is a gap now, the buffer is restored, so that no other job fits in without one.
    expect(await busy()).toEqual([at('09:30'), at('10:30'), at('12:00')])
  })

  test('withdrawing from the last one moves the buffer to the one before', async () => {
    valueFrom(await withdrawBooking(house, member.signedIn, { id: ids[2] ?? '', sure: 'on' }))
    expect(await states(id)).toEqual(['confirmed', 'confirmed', 'cancelled'])
    expect((await busy()).slice(0, 2)).toEqual([at('09:00'), at('11:00')])
    const other = await joinNear(house, shop)
    expect(refusalFrom(await ask([hedge], '11:30', {}, other)).fields.start).toMatch(/bokad/)
    valueFrom(await ask([hedge], '12:00', {}, other))
  })

  test.each([
    ['company', () => shop.owner, () => member],
    ['member', () => member, () => shop.owner],
  ] as const)('the %s can cancel the whole visit, in one letter to the other side', async (_, who, other) => {
    valueFrom(await cancelBooking(house, who().signedIn, { id: ids[1] ?? '', whole: 'on', reason: 'Vi är sjuka.' }))
    expect(await states(id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await lettersTo(other())).toEqual([expect.stringMatching(/Fönsterputs och 2 tjänster till/)])
  })

  test('a whole visit is not cancelled late before the member has acknowledged that it is late', async () => {
    setClock('2027-01-31T12:00:00Z')
    const late = await cancelBooking(house, member.signedIn, { id, whole: 'on' })
    expect(refusalFrom(late).fields.understood).toBeTruthy()
    expect(await states(id)).toEqual(['confirmed', 'confirmed', 'confirmed'])
    valueFrom(await cancelBooking(house, member.signedIn, { id, whole: 'on', understood: 'on' }))
    expect(await states(id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
  })

  test('a member who leaves cancels the whole visit, and the company gets one letter', async () => {
    await house.db
      .transaction()
      .execute((db) => leaveBookings(db, house.config.origin, member.signedIn.person.id, house.clock.now()))
    expect(await states(id)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await lettersTo(shop.owner)).toEqual([expect.stringMatching(/^Avbokad: Fönsterputs och 2 tjänster till/)])
  })

  test('another member cannot cancel any of it', async () => {
    const neighbour = await joinNear(house, shop)
    const answer = await cancelBooking(house, neighbour.signedIn, { id: ids[1] ?? '', whole: 'on' })
    expect(answer).toMatchObject({ ok: false, end: 'not there' })
    expect(await states(id)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })
})

test('each service of a visit is completed by itself, and fees, earnings and points are their sum', async () => {
  const id = await book()
  valueFrom(await confirmBooking(house, company(), { id }))
  const [first, second] = await visitOf(house, id)
  setClock('2027-02-01T09:30:00Z')
  valueFrom(await sayDoneAndWait(house, company(), { id: first?.id ?? '' }))
  // The second has not begun yet.
  refusalFrom(await sayDoneAndWait(house, company(), { id: second?.id ?? '' }))
  setClock('2027-02-01T10:00:00Z')
  valueFrom(await sayDoneAndWait(house, company(), { id: second?.id ?? '' }))
  const fees = await house.db.selectFrom('fee_entries').selectAll().where('company_id', '=', shop.companyId).execute()
  expect(fees).toHaveLength(2)
  const month = await house.db
    .selectFrom('booking_months')
    .selectAll()
    .where('company_id', '=', shop.companyId)
    .executeTakeFirst()
  expect(month).toMatchObject({
    completed: 2,
    customer_pays_cents: 674_10 + 900_05,
    fee_cents: 37_45 + 50_00,
    provider_cents: 636_65 + 850_05,
  })
  const { rows } = await sql<{ points: number }>`select sum(points)::int as points from point_entries
    where profile_id = ${member.signedIn.person.id}`.execute(house.db)
  expect(rows).toEqual([{ points: 67 + 90 }])
})

describe('the lock on the company', () => {
  test.each([
    ['confirming a booking', [0], true, (id: string) => confirmBooking(house, company(), { id })],
    ['confirming a visit', [0, 1], true, (id: string) => confirmBooking(house, company(), { id })],
    ['accepting a proposal', [0], true, (id: string) => answerProposal(house, company(), { id, answer: 'yes' })],
    ['cancelling a visit', [0, 1], true, (id: string) => cancelBooking(house, member.signedIn, { id })],
    // Needs no lock on the company, since it only frees time.
    ['cancelling one service', [0], false, (id: string) => cancelBooking(house, member.signedIn, { id })],
  ] as const)(
    'is taken before the lock on the booking, except to cancel one service: %s',
    async (_, which, waits, act) => {
      const services = [windows, hedge].filter((_, index) => (which as readonly number[]).includes(index))
      const id = valueFrom(await ask(services, '10:00')).id
      valueFrom(await proposeTime(house, member.signedIn, { id, start: at('13:00').toISOString(), early: 'on' }))
      const statusOf = async () =>
        (await house.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
      const seen: unknown[] = []
      await behind(
        house.db,
        (db) => db.selectFrom('companies').select('id').where('id', '=', shop.companyId).forNoKeyUpdate().execute(),
        () => act(id),
        async (db) => {
          const rows = db.selectFrom('bookings').select('id').where('id', '=', id)
          const free = await rows.forNoKeyUpdate().skipLocked().execute()
          seen.push(await statusOf(), free.length)
        },
      )
      expect(seen).toEqual([waits ? 'pending' : 'cancelled', 1])
      expect(await statusOf()).not.toBe('pending')
    },
  )
})
