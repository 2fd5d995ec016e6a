import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneRun } from '~/platform/work/one-run'
import { notThere } from '~/shared/outcome'
import { joinNear, openShop, placeBooking, type Shop, seenOf, setClock } from '../../../test/support/bookings'
import { poison } from '../../../test/support/held'
import { useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { seenTerms } from '../book/seen-terms'
import { cancelBooking } from '../change/cancel-booking.server'
import { agreeToSeries } from './agree-series.server'
import { endSeries, leaveSeries } from './end-series.server'
import { changeSeries, insertSeries, putInSeries, readSeries } from './series-store.server'
import { tendSeries } from './tend-series.server'

/** Deeds on a series, beside another member's series that must stay unchanged. */
const house = useHouse()
const now = new Date('2027-01-28T09:00:00Z')
let shop: Shop
let [eva, siv] = [] as unknown as [Resident, Resident]

beforeAll(async () => {
  setClock(now.toISOString())
  shop = await openShop(house, { capacity: 4 })
  eva = await joinNear(house, shop)
  siv = await joinNear(house, shop)
})
beforeEach(async () => {
  setClock(now.toISOString())
  await house.db.deleteFrom('bookings').execute()
  await house.db.deleteFrom('booking_series').execute()
  await house.db.updateTable('services').set({ active: true, base_price_cents: 749_00 }).execute()
})

type Given = Record<string, unknown>
let lane = 0
/** A series every other Monday at ten, with bookings on `days`. */
async function series(days: string[], given: Given = {}, of: Given = {}) {
  const customer_id = eva.signedIn.person.id
  const id = await insertSeries(house.db, {
    customer_id,
    company_id: shop.companyId,
    service_id: shop.serviceId,
    weeks: 2,
    start_time: '10:00',
    on_holidays: true,
    terms: seenOf(shop.serviceId),
    next_day: '2027-05-03',
    due_at: new Date('2027-02-02T00:00:00Z'),
    created_at: now,
    confirmed_at: now,
    ...given,
  })
  lane = (lane % 4) + 1
  const ids: string[] = []
  for (const day of days) {
    const who = (given.customer_id as string | undefined) ?? customer_id
    const booked = await placeBooking(house, shop, who, new Date(`${day}T09:00:00Z`), { lane, ...of })
    await putInSeries(house.db, booked, id, day)
    ids.push(booked)
  }
  return { id, ids, first: ids[0] ?? '' }
}
const theirs = () => series(['2027-02-08'], { customer_id: siv.signedIn.person.id })
const rowsOf = (id: string) =>
  house.db.selectFrom('bookings').selectAll().where('series_id', '=', id).orderBy('series_day').execute()
const row = (id: string) =>
  house.db.selectFrom('booking_series').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const subjects = async () => (await house.deliver()).map(({ recipient, subject }) => [recipient, subject])
const both = () => ({ to: [`person:${eva.signedIn.person.id}`, `company:${shop.companyId}`], about: 'bookings' })
const raise = (base_price_cents: number) =>
  house.db.updateTable('services').set({ base_price_cents }).where('id', '=', shop.serviceId).execute()
const at900 = seenTerms({ customerPaysOre: 810_00, durationMin: 60, freeCancelHours: 24, place: 'customer' })

test('the letters about one cancelled time say that the series goes on only while it does', async () => {
  const cancelled = async (days: string[]) => {
    await house.deliver()
    const { first } = await series(days)
    valueFrom(await cancelBooking(house, eva.signedIn, { id: first }))
    const sent = await house.deliver()
    return [eva, shop.owner].map(({ email }) => mailTo(sent, email).text)
  }
  const goesOn = 'Det som upprepas fortsätter.'
  const isKept = 'Bara den här gången är avbokad. Det andra som är bokat gäller som förut.'
  for (const text of await cancelled(['2027-02-08', '2027-02-22'])) expect(text).toContain(goesOn)
  await raise(900_00)
  for (const text of await cancelled(['2027-02-09', '2027-02-23'])) {
    expect(text).toContain(isKept)
    expect(text).not.toContain(goesOn)
  }
  // Nothing else is booked, and nothing will be: the series is over.
  await house.db.updateTable('services').set({ active: false }).where('id', '=', shop.serviceId).execute()
  for (const text of await cancelled(['2027-02-10'])) expect(text).not.toMatch(/Bara den här gången|fortsätter/)
})

describe('ending a series', () => {
  test('cancels future bookings with the reason, keeps late and past ones, and touches no other series', async () => {
    const beside = await theirs()
    const days = ['2027-01-25', '2027-01-29', '2027-02-08', '2027-02-22', '2027-03-08']
    const { id, ids } = await series(days)
    const [over, , , , gone] = ids
    const proposed = { proposed_at: new Date('2027-03-01T09:00:00Z'), proposed_by: 'company' } as const
    await house.db
      .updateTable('bookings')
      .set(proposed)
      .where('id', '=', ids[3] ?? '')
      .execute()
    const called = { status: 'cancelled', cancelled_at: now, cancelled_by: 'company', reason: 'Sjuka' } as const
    await house.db
      .updateTable('bookings')
      .set(called)
      .where('id', '=', gone ?? '')
      .execute()
    await changeSeries(house.db, id, { asked_terms: 'annat' })
    // One millisecond after the last moment for cancelling the second booking free of charge.
    setClock('2027-01-28T09:00:00.001Z')
    house.told.length = 0
    valueFrom(await endSeries(house, eva.signedIn, { id: over ?? '', reason: ' Vi flyttar ' }))
    const ended = house.clock.now()
    const off = { status: 'cancelled', cancelled_at: ended, cancelled_by: 'member', reason: 'Vi flyttar' }
    const nothing = { proposed_at: null, proposed_by: null }
    expect(await rowsOf(id)).toMatchObject([
      { status: 'confirmed' },
      { status: 'confirmed' },
      { ...off, ...nothing, sequence: 1 },
      { ...off, ...nothing },
      called,
    ])
    expect(await row(id)).toMatchObject({ ended_at: ended, ended_by: 'member', asked_terms: null })
    expect(await rowsOf(beside.id)).toMatchObject([{ status: 'confirmed', sequence: 0 }])
    expect(await row(beside.id)).toMatchObject({ ended_at: null, ended_by: null })
    expect(house.told).toEqual([both()])
    expect(house.woken).toEqual(expect.arrayContaining(['messages', 'waiting list']))
    const mails = await house.deliver()
    for (const { email } of [eva, shop.owner]) {
      const { text } = mailTo(mails, email)
      expect(text).toMatch(/mån 8 feb\. kl\. 10\.00 och mån 22 feb\. kl\. 10\.00/)
      expect(text).toMatch(/Står kvar[^.]*fre 29 jan\. kl\. 10\.00/)
      expect(text).not.toContain('8 mars')
    }

    // A second press succeeds and tells nobody.
    house.told.length = house.woken.length = 0
    valueFrom(await endSeries(house, eva.signedIn, { id: over ?? '', reason: 'x'.repeat(501) }))
    expect([await subjects(), house.told, house.woken]).toEqual([[], [], []])
  })

  test('cancels until the exact free limit for the member, and at any time for the company', async () => {
    const mine = await series(['2027-01-29'])
    valueFrom(await endSeries(house, eva.signedIn, { id: mine.first }))
    expect(await rowsOf(mine.id)).toMatchObject([{ status: 'cancelled', cancelled_by: 'member', reason: null }])
    const companys = await series(['2027-01-29'])
    setClock('2027-01-29T08:00:00Z')
    await house.deliver()
    valueFrom(await endSeries(house, shop.owner.signedIn, { id: companys.first }))
    expect(await rowsOf(companys.id)).toMatchObject([{ status: 'cancelled', cancelled_by: 'company' }])
    expect(await row(companys.id)).toMatchObject({ ended_by: 'company' })
    expect(await subjects()).toEqual([[eva.email, 'Avslutat: Hemstäd som upprepas']])
  })

  test('is refused with too long a reason, for a booking without a series and for strangers', async () => {
    const { id, first } = await series(['2027-02-08'])
    const refusal = refusalFrom(await endSeries(house, eva.signedIn, { id: first, reason: 'x'.repeat(501) }))
    expect(refusal).toMatchObject({ title: 'Det upprepas fortfarande', fields: { reason: expect.any(String) } })
    const once = await placeBooking(house, shop, eva.signedIn.person.id, new Date('2027-02-09T09:00:00Z'))
    for (const deed of [endSeries, agreeToSeries]) {
      for (const wrong of [once, '00000000-0000-0000-0000-000000000000', 'x'])
        expect(await deed(house, eva.signedIn, { id: wrong })).toBe(notThere)
      expect(await deed(house, siv.signedIn, { id: first })).toBe(notThere)
    }
    expect([(await row(id)).ended_at, house.told, await subjects()]).toEqual([null, [], []])
  })

  test('with an account happens once, by that side and with its reason', async () => {
    const { id } = await series(['2027-02-08'])
    const leave = (moment: Date) =>
      leaveSeries(house.db, house.config.origin, { id, companyId: shop.companyId }, 'company', 'Borta', moment)
    await leave(now)
    await leave(new Date('2027-01-29T09:00:00Z'))
    expect(await row(id)).toMatchObject({ ended_at: now, ended_by: 'company' })
    expect(await rowsOf(id)).toMatchObject([{ status: 'cancelled', cancelled_by: 'company', reason: 'Borta' }])
    expect(await subjects()).toHaveLength(1)
  })
})

describe('agreeing to new terms', () => {
  test('continues the series by them, tells both sides, updates their pages and is idempotent', async () => {
    const beside = await theirs()
    const { id, first } = await series(['2027-02-08'], { next_day: '2027-04-12', asked_terms: at900 })
    await raise(900_00)
    house.told.length = house.woken.length = 0
    valueFrom(await agreeToSeries(house, eva.signedIn, { id: first, seen: at900 }))
    expect(await row(id)).toMatchObject({ terms: at900, asked_terms: null, next_day: '2027-05-10' })
    expect((await row(beside.id)).terms).toBe(seenOf(shop.serviceId))
    expect((await rowsOf(id)).map(({ amount_customer_pays_cents }) => amount_customer_pays_cents).slice(1)).toEqual([
      810_00, 810_00,
    ])
    expect(house.told).toEqual([both()])
    expect(house.woken).toEqual(['messages', 'waiting list'])
    const mails = await house.deliver()
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual([eva.email, shop.owner.email].toSorted())
    for (const { text } of mails) expect(text).toContain('Bokat är också mån 12 apr. och mån 26 apr.')
    // Repeating it changes nothing: these terms are agreed on already.
    house.told.length = 0
    valueFrom(await agreeToSeries(house, eva.signedIn, { id: first, seen: at900 }))
    expect([house.told, await subjects()]).toEqual([[], []])
  })

  test.each([
    ['with consent', 'on', ['2027-02-08', '2027-02-22']],
    ['without consent', '', ['2027-02-22']],
    ['with an invalid value', 'ja', ['2027-02-22']],
  ])('books an occurrence within fourteen days only with the consent: %s', async (_, early, days) => {
    const { id, first } = await series(['2027-01-25'], { next_day: '2027-02-08', weeks: 2 })
    await raise(900_00)
    valueFrom(await agreeToSeries(house, eva.signedIn, { id: first, seen: at900, early }))
    const made = await rowsOf(id)
    expect(made.slice(1, 1 + days.length).map(({ series_day }) => series_day)).toEqual(days)
    expect(made[1]?.early_start_at ?? null).toEqual(early === 'on' ? now : null)
    const { text } = mailTo(await house.deliver(), eva.email)
    expect(text.includes('hoppas över: mån 8 feb. (för nära inpå)')).toBe(early !== 'on')
  })

  test('is refused for unseen terms, a paused service, and a series that is over or has not begun', async () => {
    const { id, first } = await series(['2027-02-08'])
    await raise(900_00)
    const message = async (given: Record<string, string> = { seen: at900 }) =>
      refusalFrom(await agreeToSeries(house, eva.signedIn, { id: first, ...given }))
    expect((await message({})).title).toBe('Inget är ändrat')
    expect((await message({ seen: seenOf(shop.serviceId) })).message).toContain('Priset har ändrats')
    await house.db.updateTable('services').set({ active: false }).where('id', '=', shop.serviceId).execute()
    expect((await message()).message).toBe('Tjänsten går inte att boka just nu.')
    await house.db.updateTable('services').set({ active: true }).where('id', '=', shop.serviceId).execute()
    const asked = await series(['2027-02-09'], { confirmed_at: null })
    expect((await message({ seen: at900, id: asked.first })).message).toBe('Det upprepas inte längre.')
    await changeSeries(house.db, id, { ended_at: now, ended_by: 'company' })
    expect((await message()).message).toBe('Det upprepas inte längre.')
    expect([(await row(id)).terms, await subjects(), house.told]).toEqual([seenOf(shop.serviceId), [], []])
    expect(await rowsOf(id)).toHaveLength(1)
  })
})

describe('the chore', () => {
  const tend = (given: typeof house) => oneRun((run) => tendSeries(given, run))

  test('continues only the series that are due, counts them and updates the pages of both sides', async () => {
    const due = await series(['2027-02-08'], { next_day: '2027-04-19', due_at: now })
    const later = await series(['2027-02-09'], { next_day: '2027-04-20', due_at: new Date(now.getTime() + 1) })
    house.told.length = 0
    expect(await tend(house)).toBe(1)
    expect((await rowsOf(due.id)).map(({ series_day }) => series_day)).toEqual(['2027-02-08', '2027-04-19'])
    expect(await rowsOf(later.id)).toHaveLength(1)
    expect(house.told).toEqual([both()])
    expect(await subjects()).toEqual([])
    expect(await tend(house)).toBe(0)
    expect(await readSeries(house.db, due.id)).toMatchObject({ nextDay: '2027-05-03' })
  })

  test('begins nothing more during shutdown', async () => {
    const { id } = await series(['2027-02-08'], { next_day: '2027-04-19', due_at: now })
    expect(await tend({ ...house, isClosing: () => true })).toBe(0)
    expect(await rowsOf(id)).toHaveLength(1)
  })

  test('goes on after a series that fails, rethrows the error and retries it on the next run', async () => {
    const broken = await series(['2027-02-08'], { next_day: '2027-04-19', due_at: new Date('2027-01-27T09:00:00Z') })
    const fine = await series(['2027-02-09'], { next_day: '2027-04-20', due_at: now })
    const cure = await poison(house, { before: 'update', on: 'booking_series', when: `new.id = '${broken.id}'` })
    await expect(tend(house)).rejects.toThrow('not this one')
    expect([(await rowsOf(broken.id)).length, (await rowsOf(fine.id)).length]).toEqual([1, 2])
    await cure()
    expect(await tend(house)).toBe(1)
    expect(await rowsOf(broken.id)).toHaveLength(2)
  })

  test('ends a series with nothing ahead as the system, and drops its question about terms', async () => {
    const { id } = await series(['2027-01-25'], { due_at: now, asked_terms: 'annat' })
    await raise(900_00)
    expect(await tend(house)).toBe(1)
    expect(await row(id)).toMatchObject({ ended_at: now, ended_by: 'system', asked_terms: null })
    expect((await subjects()).map(([, subject]) => subject)).toEqual([
      'Slut: Hemstäd som upprepas',
      'Slut: Hemstäd som upprepas',
    ])
    expect(await tend(house)).toBe(0)
  })
})
