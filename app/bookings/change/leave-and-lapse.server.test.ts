import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { joinNear, openShop, placeBooking, placeVisit, type Shop, setClock } from '../../../test/support/bookings'
import { poison, whileKept } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { found } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { readMemberBooking } from '../diaries/read-member-diary.server'
import { leaveBookings } from './leave-bookings.server'
import { tendBookings } from './tend-bookings.server'
import { claimLapsing, claimSaid, claimUnanswered, claimUpcoming } from './tend-store.server'

/** Everything that deleting an account or a passed deadline affects, each beside rows that must stay unchanged. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
const at = (day: string, time = '09:00') => new Date(`2027-02-${day}T${time}:00Z`)
let [shop, other] = [] as unknown as [Shop, Shop]
let [eva, siv] = [] as unknown as [Resident, Resident]

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { capacity: 3 })
  other = await openShop(house, { postcode: shop.postcode, capacity: 3 })
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
})
beforeEach(async () => {
  setClock(now.toISOString())
  await house.db.deleteFrom('bookings').where('status', '<>', 'completed').execute()
  house.told.length = house.woken.length = 0
})

type Given = Parameters<typeof placeBooking>[4]
const place = (startsAt: Date, given: Given = {}, who = eva, of = shop) =>
  placeBooking(house, of, who.signedIn.person.id, startsAt, given)
const row = (id: string | undefined) =>
  house.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirstOrThrow()
const leave = ({ signedIn }: Resident) =>
  house.db.transaction().execute((db) => leaveBookings(db, house.config.origin, signedIn.person.id, now))
const subjects = async () => (await house.deliver()).map(({ recipient, subject }) => [recipient, subject]).toSorted()
const asked = { status: 'pending' } as const

describe('leaving', () => {
  const ended = (by: string, reason: string) => ({
    ...{ status: 'cancelled', cancelled_by: by, cancelled_at: now, reason, sequence: 1, changed_at: now },
    ...{ proposed_at: null, proposed_by: null },
  })

  test('as a member cancels their future bookings, late or not, tells each company once and touches nothing else', async () => {
    const late = await place(at('04', '08:59'))
    const free = await place(at('04', '09:00'), { lane: 2, proposed_at: at('06'), proposed_by: 'company' })
    const request = await place(at('05'), asked)
    const begun = await place(at('03', '08:30'))
    const done = await place(at('01'), { status: 'completed' })
    const theirs = await place(at('05'), { lane: 2, note: 'Sivs' }, siv)
    const [first, second] = await placeVisit(house, other, eva.signedIn.person.id, at('04', '08:00'), [{}, {}])
    const left = await leave(eva)
    expect(left.map(({ id }) => id)).toEqual([late, free, request, first, second].toSorted() as string[])
    for (const one of left) {
      expect(await row(one.id)).toMatchObject({ ...ended('member', 'x'), reason: null, address: null, note: '' })
      expect(one).toMatchObject({ status: 'cancelled', cancelledBy: 'member', proposal: null })
      expect(one.reason).toBe('Den som bokade har avslutat sitt konto.')
    }
    expect((await row(begun)).status).toBe('confirmed')
    expect((await row(done)).status).toBe('completed')
    expect(await row(theirs)).toMatchObject({ status: 'confirmed', note: 'Sivs', sequence: 0 })
    const mails = await house.deliver()
    const told = mails.filter(({ recipient }) => recipient === shop.owner.email)
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'Avbokad: Hemstäd fre 5 feb. kl. 10.00',
      'Avbokad: Hemstäd tors 4 feb. kl. 09.59',
      'Avbokad: Hemstäd tors 4 feb. kl. 10.00',
    ])
    const isLate = (text: string) => text.includes('ta betalt')
    expect(told.map(({ subject, text }) => [subject.slice(-5), isLate(text)]).toSorted()).toEqual([
      ['09.59', true],
      ['10.00', false],
      ['10.00', false],
    ])
    // A late cancellation of a single part makes the cancellation of the visit late.
    const visit = mailTo(mails, other.owner.email)
    expect([visit.subject, isLate(visit.text)]).toEqual(['Avbokad: Hemstäd och Hemstäd tors 4 feb. kl. 09.00', true])
  })

  test('as a company cancels its own future bookings, never as late, and no others', async () => {
    const late = await place(at('04', '08:00'), {}, siv, other)
    const rival = await place(at('04', '08:00'), {}, siv)
    const left = await leave(other.owner)
    expect(left.map(({ id, cancelledBy }) => [id, cancelledBy])).toEqual([[late, 'company']])
    expect(await row(late)).toMatchObject(ended('company', 'Företaget har lämnat Kvartera.'))
    expect(await row(rival)).toMatchObject({ status: 'confirmed', customer_id: siv.signedIn.person.id })
    const { text, subject } = mailTo(await house.deliver(), siv.email)
    expect(subject).toBe('Avbokad av företaget: Hemstäd tors 4 feb. kl. 09.00')
    expect(text).toContain('Företaget har lämnat Kvartera.')
    expect(text).not.toContain('ta betalt')
  })
})

describe('a due booking', () => {
  test('that always fails holds up none behind it, as a visit, a waiting request or a job of tomorrow', async () => {
    const due = (lapses_at: Date) => ({ ...asked, lapses_at, created_at: at('02', '20:00') })
    const visitOf = (day: string, lapsesAt: Date) =>
      placeVisit(house, other, eva.signedIn.person.id, at(day), [due(lapsesAt), due(lapsesAt)])
    const lapsing = [await visitOf('05', at('03', '08:00')), await visitOf('06', at('03', '08:01'))]
    const waiting = [
      await place(at('05'), { ...asked, created_at: at('02', '08:00') }),
      await place(at('06'), { ...asked, created_at: at('02', '08:01') }),
    ]
    const tomorrow = [
      await place(at('04', '08:00'), { changed_at: at('01') }),
      await place(at('04', '08:30'), { changed_at: at('01'), lane: 2 }),
    ]
    const broken = [...(lapsing[0] ?? []), waiting[0], tomorrow[0]]
    const isBroken = `new.id in (${broken.map((id) => `'${id}'`).join()})`
    const cure = await poison(house, { before: 'update', on: 'bookings', when: isBroken })
    await house.deliver()
    await expect(tendBookings(house)).rejects.toThrow('not this one')
    const marks = async (ids: (string | undefined)[]) =>
      (await Promise.all(ids.map(row))).map((one) => [one.status, one.company_reminded_at, one.member_reminded_at])
    expect(await marks([...(lapsing[1] ?? []), waiting[1], tomorrow[1]])).toEqual([
      ['cancelled', null, null],
      ['cancelled', null, null],
      ['pending', now, null],
      ['confirmed', null, now],
    ])
    expect(await marks(broken)).toEqual([
      ['pending', null, null],
      ['pending', null, null],
      ['pending', null, null],
      ['confirmed', null, null],
    ])
    await cure()
    expect(await tendBookings(house)).toBe(3)
    expect((await marks(broken)).map(([status]) => status)).toEqual(['cancelled', 'cancelled', 'pending', 'confirmed'])
  })

  test('lapses without the parts of its visit that are confirmed or not due, and gets no reminder in the same run', async () => {
    const due = { ...asked, lapses_at: now, created_at: at('01') }
    const lapsed = await place(at('05'), { ...due, proposed_at: at('06'), proposed_by: 'member' })
    const unanswered = await place(at('05'), { ...due, lane: 2, proposed_at: at('07'), proposed_by: 'company' }, siv)
    const visit = await placeVisit(house, other, eva.signedIn.person.id, at('05'), [
      due,
      { ...due, lapses_at: at('03', '09:01') },
      { ...due, status: 'confirmed' },
      due,
    ])
    const reminded = await place(at('06'), { ...asked, created_at: at('02', '09:00') })
    const fresh = await place(at('06'), { ...asked, created_at: at('02', '09:01'), lane: 2 })
    await house.deliver()
    house.told.length = house.woken.length = 0
    // Two requests and a visit lapse; two companies are reminded, one of them of the visit's other request.
    expect(await tendBookings(house)).toBe(5)
    const over = { status: 'cancelled', cancelled_by: 'system', cancelled_at: now, sequence: 1, reason: null }
    for (const id of [lapsed, unanswered, visit[0], visit[3]]) {
      expect(await row(id)).toMatchObject({ ...over, proposed_at: null, proposed_by: null, company_reminded_at: null })
    }
    expect(await row(visit[1])).toMatchObject({ status: 'pending', company_reminded_at: now })
    expect(await row(visit[2])).toMatchObject({ status: 'confirmed', company_reminded_at: null })
    expect(await row(reminded)).toMatchObject({ company_reminded_at: now, member_reminded_at: null, sequence: 0 })
    expect(await row(fresh)).toMatchObject({ company_reminded_at: null })
    expect(house.told.filter(({ about }) => about === 'bookings')).toHaveLength(5)
    expect(house.woken).toContain('waiting list')
    const mails = await house.deliver()
    const to = ({ email }: Resident) => mails.filter(({ recipient }) => recipient === email)
    expect(to(siv)[0]?.text).toContain('men fick inget svar av dig')
    expect(to(eva).map(({ text }) => text.includes('hann inte svara'))).toEqual([true, true])
    expect(
      to(shop.owner)
        .map(({ subject }) => subject.split(':')[0])
        .toSorted(),
    ).toEqual(['Förfrågan gick ut', 'Förfrågan gick ut', 'Väntar på svar'])
    expect(await tendBookings(house)).toBe(0)
  })

  test('is reminded of once, two hours before the first confirmed part of its visit is no longer free to cancel', async () => {
    const agreed = { changed_at: at('01'), created_at: at('01') }
    const visit = await placeVisit(house, other, eva.signedIn.person.id, at('04'), [
      { ...agreed, status: 'cancelled' },
      agreed,
      agreed,
    ])
    // Free to cancel until 24 hours before: the reminder is due 26 hours before the first part that is still booked.
    setClock('2027-02-03T07:59:59Z')
    expect(await tendBookings(house)).toBe(0)
    setClock('2027-02-03T08:00:00Z')
    expect(await tendBookings(house)).toBe(1)
    expect(await row(visit[1])).toMatchObject({ member_reminded_at: house.clock.now(), company_reminded_at: null })
    expect(await subjects()).toEqual([[eva.email, 'Snart dags: Hemstäd och Hemstäd tors 4 feb. kl. 11.00']])
    house.clock.forward({ hours: 1 })
    expect(await tendBookings(house)).toBe(0)
  })

  test('is reminded of with its visit when the first of its parts asks for it, as the page of each part says', async () => {
    const agreed = { changed_at: at('01', '06:00'), created_at: at('01', '06:00') }
    const visit = await placeVisit(house, other, eva.signedIn.person.id, at('04'), [
      { ...agreed, free_cancel_hours: 0 },
      // Begins an hour later, and is free to cancel until one in the night of the third.
      { ...agreed, free_cancel_hours: 34 },
    ])
    setClock('2027-02-02T21:59:59Z')
    expect(await tendBookings(house)).toBe(0)
    for (const id of visit) {
      const { nextStep } = found(await readMemberBooking(house, eva.signedIn, id))
      expect(nextStep?.next).toBe('Du får en påminnelse med mejl tisdag 2 februari kl. 23.00.')
    }
    setClock('2027-02-02T22:00:00Z')
    expect(await tendBookings(house)).toBe(1)
    const { text } = mailTo(await house.deliver(), eva.email)
    expect(text).toContain('Du kan avboka utan kostnad till onsdag 3 februari kl. 01.00.')
  })

  test('is claimed once: a row that another process has locked is skipped for the next', async () => {
    const due = { ...asked, lapses_at: now, created_at: at('01') }
    const lapsing = [await place(at('05'), due), await place(at('05'), { ...due, lane: 2 })]
    const agreedBefore = { changed_at: at('01') }
    const agreed = [
      await place(at('03', '10:00'), agreedBefore),
      await place(at('03', '10:00'), { ...agreedBefore, lane: 2 }),
    ]
    const word = { said: 'complete', said_at: at('03', '08:30') } as const
    const said = [await place(at('03', '08:00'), word), await place(at('03', '08:00'), { ...word, lane: 2 })]
    const claims = [
      [lapsing, (db) => claimLapsing(db, now)],
      [lapsing, (db) => claimUnanswered(db, at('02'))],
      [agreed, (db) => claimUpcoming(db, now)],
      [said, (db) => claimSaid(db, now)],
    ] satisfies [string[], (db: Database) => Promise<string | undefined>][]
    const taken = []
    for (const [, claim] of claims) {
      taken.push(await whileKept(house.db, claim, async (db, first) => [first, await claim(db)]))
    }
    expect(taken).toEqual(claims.map(([ids]) => ids))
  })

  test('is left for the next process during shutdown', async () => {
    const id = await place(at('05'), { ...asked, lapses_at: now })
    expect(await tendBookings({ ...house, isClosing: () => true })).toBe(0)
    expect((await row(id)).status).toBe('pending')
    await tendBookings(house)
    expect((await row(id)).status).toBe('cancelled')
  })
})
