import { beforeAll, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, type Shop } from '../../test/support/bookings'
import { useHouse, useTakenBack } from '../../test/support/house'
import {
  countUndecided,
  decideReports,
  insertReport,
  readReport,
  readReportsWhole,
  readUndecided,
} from './report/report-store.server'
import {
  insertReview,
  lockReviewOfBooking,
  lockReviewOfCompany,
  readOfAll,
  readOfCompany,
  readReview,
  readReviewed,
  readReviewOfBooking,
  readReviewsWhole,
  readShown,
  updateAnswer,
  updateHidden,
  updateReview,
} from './review-store.server'

/** Two companies, each reviewed by two members, so that every query has others' rows beside its own. */
const real = useHouse()
const house = useTakenBack(real)
const at = (time: string) => new Date(`2027-02-03T${time}:00Z`)
let [shop, other] = [] as unknown as [Shop, Shop]
let [eva, siv] = ['', '']

beforeAll(async () => {
  shop = await openShop(real, { capacity: 9 })
  other = await openShop(real, { postcode: shop.postcode, capacity: 9 })
  eva = (await joinNear(real, shop)).signedIn.person.id
  siv = (await joinNear(real, shop)).signedIn.person.id
})

let hour = 0
async function review(of: Shop, authorId: string, stars = 4, words = 'Bra') {
  const done = { status: 'completed' } as const
  const bookingId = await placeBooking(house, of, authorId, new Date(at('00:00').getTime() - ++hour * 3_600_000), done)
  const id = await insertReview(house.db, { bookingId, authorId, stars, words, now: at('09:00') })
  if (id === null) throw new Error('a booking is reviewed once')
  return { id, bookingId }
}
const four = async () => ({
  first: await review(shop, eva),
  second: await review(shop, siv),
  third: await review(shop, eva),
  theirs: await review(other, eva),
})
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('a review is unique per booking, found only by its author and its company, and edited alone', async () => {
  const { db } = house
  const { first, second } = await four()
  const again = { bookingId: first.bookingId, authorId: eva, stars: 1, words: 'Igen', now: at('10:00') }
  expect(await insertReview(db, again)).toBeNull()
  const read = async (bookingId: string, author: string) => (await readReviewOfBooking(db, bookingId, author))?.id
  expect([
    await read(first.bookingId, eva),
    await read(first.bookingId, siv),
    await read(second.bookingId, siv),
  ]).toEqual([first.id, undefined, second.id])
  expect([
    (await lockReviewOfBooking(db, first.bookingId, eva))?.id,
    await lockReviewOfBooking(db, first.bookingId, siv),
  ]).toEqual([first.id, undefined])
  expect([
    (await lockReviewOfCompany(db, first.id, shop.companyId))?.id,
    await lockReviewOfCompany(db, first.id, other.companyId),
  ]).toEqual([first.id, undefined])
  expect(await readReviewed(db, [first.bookingId, crypto.randomUUID()])).toEqual(new Set([first.bookingId]))
  expect(await readReviewed(db, [])).toEqual(new Set())

  expect(await updateReview(db, first.id, { stars: 4, words: 'Bra', now: at('11:00') })).toBe(false)
  expect((await readReview(db, first.id))?.editedAt).toBeNull()
  expect(await updateReview(db, first.id, { stars: 5, words: 'Bra', now: at('11:00') })).toBe(true)
  expect(await updateReview(db, first.id, { stars: 5, words: 'Bäst', now: at('12:00') })).toBe(true)
  expect(await readReview(db, first.id)).toMatchObject({
    stars: 5,
    words: 'Bäst',
    editedAt: at('12:00'),
    serviceTitle: 'Hemstäd',
  })
  expect(await readReview(db, second.id)).toMatchObject({ stars: 4, words: 'Bra', editedAt: null })
  const whole = await readReviewsWhole(db, siv)
  expect(whole.map(({ id }) => id)).toEqual([second.id])
})

test('visible reviews are read newest first with keyset pagination; the company reads hidden ones too', async () => {
  const { db } = house
  const { first, second, third, theirs } = await four()
  const shown = async (before: string | null, limit = 9) => ids(await readShown(db, shop.companyId, before, limit))
  expect([await shown(null), await shown(third.id), await shown(null, 1)]).toEqual([
    [third.id, second.id, first.id],
    [second.id, first.id],
    [third.id],
  ])
  await updateHidden(db, second.id, 'Namnger någon', at('10:00'))
  const own = async (which: 'all' | 'unanswered') => ids(await readOfCompany(db, shop.companyId, which, null, 9))
  expect([await shown(null), await own('all'), await own('unanswered')]).toEqual([
    [third.id, first.id],
    [third.id, second.id, first.id],
    [third.id, first.id],
  ])
  await updateAnswer(db, first.id, 'Tack', at('10:00'))
  expect(await own('unanswered')).toEqual([third.id])
  const all = async (which: 'all' | 'hidden' | 'reported') => ids(await readOfAll(db, which, null, 9))
  expect([await all('all'), await all('hidden'), await all('reported')]).toEqual([
    [theirs.id, third.id, second.id, first.id],
    [second.id],
    [],
  ])
  expect(await readReview(db, second.id)).toMatchObject({ hiddenReason: 'Namnger någon', hiddenAt: at('10:00') })
  await updateHidden(db, second.id, null, at('11:00'))
  expect(await readReview(db, second.id)).toMatchObject({ hiddenReason: null, hiddenAt: null })
})

test('an answer is edited only by other words, and does not stand when its review is rewritten', async () => {
  const { db } = house
  const { first, second } = await four()
  await updateAnswer(db, first.id, 'Tack', at('10:00'))
  await updateAnswer(db, first.id, 'Tack', at('11:00'))
  expect(await readReview(db, first.id)).toMatchObject({
    answer: 'Tack',
    answeredAt: at('10:00'),
    answerEditedAt: null,
    answerStands: true,
  })
  await updateAnswer(db, first.id, 'Tack så mycket', at('12:00'))
  expect(await readReview(db, first.id)).toMatchObject({ answeredAt: at('10:00'), answerEditedAt: at('12:00') })
  expect(await readReview(db, second.id)).toMatchObject({ answer: null, answeredAt: null })
  await updateReview(db, first.id, { stars: 1, words: 'Nej', now: at('13:00') })
  expect((await readReview(db, first.id))?.answerStands).toBe(false)
  await updateAnswer(db, first.id, 'Tack så mycket', at('14:00'))
  expect(await readReview(db, first.id)).toMatchObject({ answerStands: true, answerEditedAt: at('14:00') })
})

test('a report is unique per person and review, and all reports of a review are decided together', async () => {
  const { db } = house
  const { first, second, theirs } = await four()
  const owner = shop.owner.signedIn.person.id
  const report = (reviewId: string, reporterId: string, reason: string, time: string) =>
    insertReport(db, { reviewId, reporterId, reason, now: at(time) })
  await report(first.id, siv, 'Spam', '11:00')
  await report(first.id, siv, 'Igen', '12:00')
  await report(first.id, owner, 'Lögn', '10:00')
  await report(theirs.id, siv, 'Hot', '09:30')
  const waiting = async () =>
    (await readUndecided(db, [first.id, second.id, theirs.id])).map(({ reviewId, reason }) => [reviewId, reason])
  expect(await waiting()).toEqual([
    [theirs.id, 'Hot'],
    [first.id, 'Lögn'],
    [first.id, 'Spam'],
  ])
  expect((await readUndecided(db, [first.id]))[0]).toMatchObject({ reporterId: owner, reviewId: first.id })
  expect(await readUndecided(db, [])).toEqual([])
  expect([await countUndecided(db, siv), await countUndecided(db, owner), await countUndecided(db, eva)]).toEqual([
    2, 1, 0,
  ])
  expect(ids(await readOfAll(db, 'reported', null, 9))).toEqual([theirs.id, first.id])
  const decided = { decision: 'kept', answer: 'Inget fel', now: at('13:00') } as const
  expect((await decideReports(db, first.id, decided)).sort()).toEqual([siv, owner].sort())
  expect(await decideReports(db, first.id, { decision: 'hidden', answer: null, now: at('14:00') })).toEqual([])
  expect(await readReport(db, first.id, siv)).toEqual({
    reportedAt: at('11:00'),
    reason: 'Spam',
    answer: 'Inget fel',
    decision: 'kept',
  })
  expect([await readReport(db, first.id, eva), (await readReport(db, theirs.id, siv))?.decision]).toEqual([
    undefined,
    null,
  ])
  expect([await waiting(), await countUndecided(db, siv), ids(await readOfAll(db, 'reported', null, 9))]).toEqual([
    [[theirs.id, 'Hot']],
    1,
    [theirs.id],
  ])
  expect((await readReportsWhole(db, siv)).map(({ reason, decidedAt }) => [reason, decidedAt])).toEqual([
    ['Spam', at('13:00')],
    ['Hot', null],
  ])
})
