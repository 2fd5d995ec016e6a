import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readGuardByToken } from '~/guards/public.server'
import { firstDay } from '~/shared/month'
import { notThere } from '~/shared/outcome'
import {
  employGuard,
  giveOwner,
  guardRow,
  letBeCalled,
  letIn,
  newPostcode,
  openPartner,
} from '../../../test/support/guards'
import { useHouse } from '../../../test/support/house'
import { listCompany } from '../../../test/support/listings'
import { found, refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsMember } from '../../../test/support/people'
import { nextText } from '../parts/patrol-card'
import { prepareShifts } from '../prepare-shifts.server'
import { readMemberPatrols, readPatrolNews } from '../read-patrols.server'
import { lookOfPast } from '../shift'
import { readOwnPastShifts, readOwnShifts, readStops } from '../shift-store.server'
import { readGuardShift, readGuardShifts } from './read-walk.server'
import { readPostcodesWalked, readWalkers } from './situation-store.server'
import { checkIn, checkOut, logStop } from './walk-shift.server'

const house = useHouse()

beforeEach(() => {
  // A Monday; the shift is 18–22 in Stockholm, 17–21 UTC.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-11T17:05:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

async function newGuard(companyId: string, name = 'Ali Rahimi') {
  const secret = randomUUID()
  const off = { on_duty_since: null, on_duty_until: null }
  const id = await employGuard(house, companyId, { name, ...letIn(secret, house.clock.now()), ...off })
  return {
    id,
    async visit() {
      const guard = await readGuardByToken(house.db, secret, house.clock.now())
      if (!guard) throw new Error('not let in')
      return guard
    },
  }
}

/** A postcode with one partner, a guard, and tonight's shift. */
async function openShift() {
  const postcode = newPostcode()
  await house.db.insertInto('postcodes').values({ code: postcode, name: 'Provby', state: 'open' }).execute()
  const company = await openPartner(house, { name: 'Vakt AB', postcode })
  const guard = await newGuard(company.id)
  await prepareShifts(house)
  const [shift] = await readGuardShifts(house, await guard.visit())
  if (!shift) throw new Error('no shift')
  return { postcode, company, guard, shiftId: shift.id }
}

const stop = (given: Record<string, string> = {}) => ({ key: randomUUID(), note: '', ...given })
const stopsOn = (shiftId: string) => readStops(house.db, [shiftId])

describe('checking in', () => {
  test('is idempotent, puts the guard on duty until the shift ends and updates the pages of all who see it', async () => {
    const { postcode, company, guard, shiftId } = await openShift()
    const visit = await guard.visit()
    await Promise.all([1, 2, 3].map(() => checkIn(house, visit, shiftId)))
    const walks = await house.db.selectFrom('patrol_walks').selectAll().where('shift_id', '=', shiftId).execute()
    expect(walks).toHaveLength(1)
    expect((await guardRow(house.db, guard.id)).on_duty_until).toEqual(new Date('2027-01-11T21:00:00Z'))
    expect(house.told).toContainEqual({
      to: [`postcode:${postcode}`, `company:${company.id}`, 'admin'],
      about: 'patrols',
    })
    expect(await readGuardShift(house, visit, shiftId)).toMatchObject({ isOut: true, shift: { state: 'walking' } })
  })

  test('without checking out leaves the guard out until the shift ends, and not after', async () => {
    const { guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    const visit = await guard.visit()
    const isOut = async (at: string) => {
      vi.setSystemTime(new Date(at))
      return found(await readGuardShift(house, visit, shiftId)).isOut
    }
    expect(await isOut('2027-01-11T20:59:59.999Z')).toBe(true)
    expect(await isOut('2027-01-11T21:00:00Z')).toBe(false)
  })

  /** What members, administrators and an alarm's map are shown about who is out. */
  async function whoIsOut(postcode: string) {
    const { signedIn } = await joinAsMember(house, { postcode })
    const now = house.clock.now()
    const [here] = await readPostcodesWalked(house.db, now, String(Number(postcode) - 1), 1)
    const walkers = await readWalkers(house.db, postcode, now)
    return [(await readPatrolNews(house, signedIn)).next?.state, here?.shift?.walk, walkers.length]
  }

  test('shows nobody as out after the company has removed the guard', async () => {
    const { postcode, guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    expect(await whoIsOut(postcode)).toEqual(['walking', 'open', 1])
    const removed = { removed_at: house.clock.now(), phone: null, on_duty_since: null, on_duty_until: null }
    await house.db.updateTable('guards').set(removed).where('id', '=', guard.id).execute()
    expect(await whoIsOut(postcode)).toEqual(['awaited', 'cut', 0])
    // Once the shift is over it counts as walked.
    house.clock.forward({ hours: 24 })
    const { signedIn } = await joinAsMember(house, { postcode })
    expect((await readMemberPatrols(house, signedIn, null)).past).toMatchObject([{ state: 'walked' }])
  })

  test('shows nobody as out while the company may not be called, and the guard again once it may', async () => {
    const { postcode, company, guard, shiftId } = await openShift()
    const visit = await guard.visit()
    valueFrom(await checkIn(house, visit, shiftId))
    await giveOwner(house, company.id, { isBlocked: true })
    expect(await whoIsOut(postcode)).toEqual(['halted', 'open', 0])
    // The guard still sees themselves as out until they check out, and reads on both pages that the company may not
    // patrol.
    const again = await guard.visit()
    expect(await readGuardShift(house, again, shiftId)).toMatchObject({
      ...{ isOut: true, shift: { state: 'walking' } },
      whyNotCheckIn: 'Ditt företag får inte gå pass just nu. Hör med dem.',
    })
    const [listed, next] = await readGuardShifts(house, again)
    expect([listed, next]).toMatchObject([{ state: 'walking', isCalled: false }, { state: 'planned' }])
    // A colleague is not checked in, and sees what everybody sees.
    const colleague = await (await newGuard(company.id, 'Mira Ek')).visit()
    expect((await readGuardShifts(house, colleague))[0]).toMatchObject({ state: 'halted' })
    await house.db.updateTable('companies').set({ owner_id: null }).where('id', '=', company.id).execute()
    expect(await whoIsOut(postcode)).toEqual(['walking', 'open', 1])
    // The permit expired yesterday.
    await letBeCalled(house, company.id, '2027-01-10')
    expect(await whoIsOut(postcode)).toEqual(['halted', 'open', 0])
    valueFrom(await checkOut(house, await guard.visit(), shiftId))
    expect(await whoIsOut(postcode)).toEqual(['planned', 'none', 0])
  })

  test('does not shorten a longer duty', async () => {
    const { guard, shiftId } = await openShift()
    const until = new Date('2027-01-12T04:00:00Z')
    await house.db
      .updateTable('guards')
      .set({ on_duty_since: house.clock.now(), on_duty_until: until })
      .where('id', '=', guard.id)
      .execute()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    expect((await guardRow(house.db, guard.id)).on_duty_until).toEqual(until)
  })

  test.each([
    ['half an hour early', '2027-01-11T16:30:00Z', true],
    ['31 minutes early', '2027-01-11T16:29:00Z', false],
    ['a minute before the end', '2027-01-11T20:59:00Z', true],
    ['at the end', '2027-01-11T21:00:00Z', false],
  ])('is possible from half an hour before the shift until it ends: %s', async (_, now, may) => {
    const { guard, shiftId } = await openShift()
    vi.setSystemTime(new Date(now))
    expect((await checkIn(house, await guard.visit(), shiftId)).ok).toBe(may)
  })

  test('is refused for a company that may not be called, and members are told that nobody is out', async () => {
    const { postcode, company, guard, shiftId } = await openShift()
    await house.db.deleteFrom('security_partner_records').where('company_id', '=', company.id).execute()
    const visit = await guard.visit()
    const { message } = refusalFrom(await checkIn(house, visit, shiftId))
    // Shown before anybody tries to check in, and no guard is promised.
    expect(await readGuardShift(house, visit, shiftId)).toMatchObject({
      ...{ isOut: false, shift: { state: 'halted' } },
      whyNotCheckIn: message,
    })
    const member = await joinAsMember(house, { postcode })
    const { next } = await readPatrolNews(house, member.signedIn)
    expect(next && nextText(next)).toBe('Ingen väktare är ute. Vakt AB kan inte gå ronden just nu.')
    // Nor before the shift has begun, until another partner can take it.
    vi.setSystemTime(new Date('2027-01-11T12:00:00Z'))
    const planned = (await readPatrolNews(house, member.signedIn)).next
    expect(planned && [planned.state, nextText(planned)]).toEqual(['planned', 'Vakt AB kan inte gå ronden just nu.'])
  })

  test('is possible for another guard after the first has checked out', async () => {
    const { company, guard, shiftId } = await openShift()
    const other = await newGuard(company.id, 'Mira Ek')
    expect(await readGuardShift(house, await guard.visit(), shiftId)).toMatchObject({ isOut: false, hasBeenOut: false })
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    house.clock.forward({ hours: 1 })
    valueFrom(await checkOut(house, await guard.visit(), shiftId))
    valueFrom(await checkOut(house, await guard.visit(), shiftId))
    expect(await readGuardShift(house, await guard.visit(), shiftId)).toMatchObject({ isOut: false, hasBeenOut: true })
    valueFrom(await checkIn(house, await other.visit(), shiftId))
    expect(await readGuardShift(house, await other.visit(), shiftId)).toMatchObject({ shift: { state: 'walking' } })
  })
})

describe('a stop', () => {
  test('is stored once, however often it is sent', async () => {
    const { guard, shiftId } = await openShift()
    const visit = await guard.visit()
    valueFrom(await checkIn(house, visit, shiftId))
    const values = stop({ note: 'Trasig lykta' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => logStop(house, visit, shiftId, values)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
    expect(await stopsOn(shiftId)).toMatchObject([{ note: 'Trasig lykta', stoppedAt: house.clock.now() }])
  })

  test('that was sent late is stored with the time it was made, also after checking out, for a week', async () => {
    const { guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    house.clock.forward({ hours: 1 })
    valueFrom(await checkOut(house, await guard.visit(), shiftId))
    house.clock.forward({ hours: 12 })
    valueFrom(await logStop(house, await guard.visit(), shiftId, stop({ waited: String(12.5 * 3600) })))
    expect(await stopsOn(shiftId)).toMatchObject([{ stoppedAt: new Date('2027-01-11T17:35:00Z') }])
    refusalFrom(await logStop(house, await guard.visit(), shiftId, stop()))
    const days = 6 * 24
    house.clock.forward({ hours: days })
    valueFrom(await logStop(house, await guard.visit(), shiftId, stop({ waited: String((days + 12.5) * 3600) })))
    house.clock.forward({ hours: 15 })
    refusalFrom(await logStop(house, await guard.visit(), shiftId, stop({ waited: String((days + 27.5) * 3600) })))
  })

  test('with the key of a colleague’s stop or of one on another shift returns 404 and changes nothing', async () => {
    const { company, guard, shiftId } = await openShift()
    const other = await newGuard(company.id, 'Mira Ek')
    for (const one of [guard, other]) valueFrom(await checkIn(house, await one.visit(), shiftId))
    const [theirs, later] = [stop({ note: 'Trasig lykta' }), stop()]
    valueFrom(await logStop(house, await guard.visit(), shiftId, theirs))
    expect(await logStop(house, await other.visit(), shiftId, { ...theirs, note: 'Min' })).toBe(notThere)
    house.clock.forward({ hours: 24 })
    const next = (await readGuardShifts(house, await guard.visit())).find(({ id }) => id !== shiftId)?.id ?? ''
    valueFrom(await checkIn(house, await guard.visit(), next))
    valueFrom(await logStop(house, await guard.visit(), next, later))
    const waited = String(24 * 3600)
    expect(await logStop(house, await guard.visit(), shiftId, { ...later, waited })).toBe(notThere)
    expect(await stopsOn(shiftId)).toMatchObject([{ note: 'Trasig lykta' }])
  })

  test('is stored without the characters of a pasted note that cannot be shown', async () => {
    const { guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    valueFrom(await logStop(house, await guard.visit(), shiftId, stop({ note: 'Trasig\f\u0000\r\n\tlykta' })))
    expect(await stopsOn(shiftId)).toMatchObject([{ note: 'Trasig\n\tlykta' }])
  })

  test('is refused before the guard has checked in', async () => {
    const { guard, shiftId } = await openShift()
    expect(refusalFrom(await logStop(house, await guard.visit(), shiftId, stop())).message).toMatch(/Checka in/)
    expect(await stopsOn(shiftId)).toEqual([])
  })

  test.each([
    [{ key: '' }, ''],
    [{ key: 'x' }, ''],
    [{ note: 'a'.repeat(501) }, 'note'],
    [{ sponsorStop: randomUUID() }, ''],
  ])('with %o is refused and nothing is stored', async (given, field) => {
    const { guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    const refusal = refusalFrom(await logStop(house, await guard.visit(), shiftId, stop(given)))
    if (field) expect(Object.keys(refusal.fields)).toEqual([field])
    expect(await stopsOn(shiftId)).toEqual([])
  })
})

describe('a sponsor’s stop', () => {
  async function planStop() {
    const opened = await openShift()
    const company_id = await listCompany(house.db, { name: 'Salongen', postcode: opened.postcode })
    const { id: slot_id } = await house.db
      .insertInto('sponsor_slots')
      .values({
        ...{ company_id, postcode: opened.postcode, month: firstDay('2027-01') },
        ...{ status: 'active', price_cents: 1, activated_at: house.clock.now() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await house.db
      .insertInto('sponsor_stops')
      .values({ slot_id, week: '2027-01-11', turn: 1, shift_id: opened.shiftId })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { ...opened, sponsor: company_id, sponsorStop: id }
  }

  test('is carried out once by concurrent requests, and the sponsor’s page is updated', async () => {
    const { guard, shiftId, sponsor, sponsorStop } = await planStop()
    const visit = await guard.visit()
    valueFrom(await checkIn(house, visit, shiftId))
    await Promise.all([1, 2, 3].map(() => logStop(house, visit, shiftId, stop({ sponsorStop }))))
    expect(await stopsOn(shiftId)).toMatchObject([{ sponsor: 'Salongen' }])
    const { sponsorStops } = found(await readGuardShift(house, visit, shiftId))
    expect(sponsorStops).toMatchObject([{ id: sponsorStop, name: 'Salongen', stoppedAt: house.clock.now() }])
    expect(house.told).toContainEqual({ to: [`company:${sponsor}`], about: 'patrols' })
  })

  test('of another shift is refused, and the sponsor is not told', async () => {
    const { sponsorStop } = await planStop()
    const { guard, shiftId } = await openShift()
    valueFrom(await checkIn(house, await guard.visit(), shiftId))
    house.told.length = 0
    refusalFrom(await logStop(house, await guard.visit(), shiftId, stop({ sponsorStop })))
    expect([house.told, await stopsOn(shiftId)]).toEqual([[], []])
    const planned = house.db.selectFrom('sponsor_stops').select('stop_id').where('id', '=', sponsorStop)
    expect(await planned.execute()).toEqual([{ stop_id: null }])
  })
})

test('returns 404 for another company’s shift, in every use case', async () => {
  const { guard, shiftId } = await openShift()
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  const values = stop()
  valueFrom(await logStop(house, await guard.visit(), shiftId, values))
  const stranger = await (await newGuard((await openPartner(house)).id, 'Främling')).visit()
  for (const id of [shiftId, randomUUID(), '', "'", undefined]) {
    expect(await checkIn(house, stranger, id)).toEqual(notThere)
    expect(await checkOut(house, stranger, id)).toEqual(notThere)
    expect(await logStop(house, stranger, id, stop())).toEqual(notThere)
    expect(await readGuardShift(house, stranger, id)).toEqual(notThere)
  }
  // Another guard's key inserts nothing and reveals nothing.
  const own = await openShift()
  valueFrom(await checkIn(house, await own.guard.visit(), own.shiftId))
  expect(await logStop(house, await own.guard.visit(), own.shiftId, values)).toEqual(notThere)
  expect(await stopsOn(own.shiftId)).toEqual([])
})

test('a member sees the first name of the guard and the stops, but no notes', async () => {
  const { postcode, guard, shiftId } = await openShift()
  const member = await joinAsMember(house, { postcode })
  expect(await readPatrolNews(house, member.signedIn)).toMatchObject({ next: { state: 'awaited' }, last: null })
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  valueFrom(await logStop(house, await guard.visit(), shiftId, stop({ note: 'Hos Eva Lind, Gatan 1' })))
  const patrols = await readMemberPatrols(house, member.signedIn, null)
  expect(patrols.toCome[0]).toMatchObject({
    state: 'walking',
    walkedBy: 'Ali från Vakt AB',
    stops: [{ sponsor: null }],
  })
  expect(JSON.stringify(patrols)).not.toMatch(/Rahimi|Eva|Gatan/)
  house.clock.forward({ days: 2 })
  await prepareShifts(house)
  const { past } = await readMemberPatrols(house, member.signedIn, null)
  expect(past.map(({ day, state }) => [day, state])).toEqual([
    ['2027-01-12', 'missed'],
    ['2027-01-11', 'walked'],
  ])
  expect((await readMemberPatrols(house, member.signedIn, past[0]?.id ?? '')).past).toHaveLength(1)
  const stranger = await joinAsMember(house, { postcode: newPostcode() })
  expect(await readMemberPatrols(house, stranger.signedIn, null)).toMatchObject({ toCome: [], past: [] })
})

test('a shift that was checked out of early is the last one to members, until somebody checks in again', async () => {
  const { postcode, guard, shiftId } = await openShift()
  const { signedIn } = await joinAsMember(house, { postcode })
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  valueFrom(await checkOut(house, await guard.visit(), shiftId))
  const news = await readPatrolNews(house, signedIn)
  expect(news).toMatchObject({ next: { day: '2027-01-12', state: 'planned' }, last: { id: shiftId, stopCount: 0 } })
  expect(news.last && nextText(news.last)).toBe('Ali från Vakt AB var ute 18.05–18.05, inga stopp.')
  const { toCome, past } = await readMemberPatrols(house, signedIn, null)
  expect(toCome.map(({ day }) => day.slice(-2))).toEqual(['12', '13', '14', '15'])
  expect(past.map(({ id }) => id)).toEqual([shiftId])
  expect(past[0] && lookOfPast(past[0]).label).toBe('Kortare än planerat')
  expect((await readMemberPatrols(house, signedIn, shiftId)).past).toEqual([])
  // Out again, it is the present one.
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  expect((await readMemberPatrols(house, signedIn, null)).past).toEqual([])
  expect(await readPatrolNews(house, signedIn)).toMatchObject({ next: { id: shiftId, state: 'walking' } })
})

test('a shift that was left before its end is past for the company and the administrators too, and can be gone out on again', async () => {
  const { postcode, company, guard, shiftId } = await openShift()
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  const toCome = async () => ids(await readOwnShifts(house.db, company.id, house.clock.now(), 9))
  const past = async () =>
    ids(await readOwnPastShifts(house.db, company.id, { now: house.clock.now(), before: null, most: 9 }))
  const situation = async () =>
    (await readPostcodesWalked(house.db, house.clock.now(), String(Number(postcode) - 1), 1))[0]?.shift?.day
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  expect([(await toCome())[0], await past()]).toEqual([shiftId, []])
  expect(await situation()).toBe('2027-01-11')
  valueFrom(await checkOut(house, await guard.visit(), shiftId))
  expect([(await toCome()).includes(shiftId), await past()]).toEqual([false, [shiftId]])
  expect(await situation()).toBe('2027-01-12')
  const listed = await readGuardShifts(house, await guard.visit())
  expect(listed.map(({ day }) => day.slice(-2))).toEqual(['11', '12', '13', '14'])
  expect(listed[0]).toMatchObject({ id: shiftId, state: 'walked', spans: [expect.any(Object)] })
  valueFrom(await checkIn(house, await guard.visit(), shiftId))
  expect([(await toCome())[0], await past()]).toEqual([shiftId, []])
  expect(await readGuardShifts(house, await guard.visit())).toMatchObject([{ id: shiftId, state: 'walking' }, {}, {}])
})
