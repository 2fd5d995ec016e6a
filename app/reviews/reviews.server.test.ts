import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { deleteProfile } from '~/accounts/account-store.server'
import { requestBooking } from '~/bookings/public.server'
import { readPointAccount } from '~/points/public.server'
import { notThere } from '~/shared/outcome'
import { formatDay } from '~/shared/time'
import { bookingValues, openShop, setClock } from '../../test/support/bookings'
import { doJob, nobodys, settle } from '../../test/support/crowds/done-jobs'
import { useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../test/support/people'
import { answerReview } from './answer-review.server'
import { hideReview, restoreReview } from './hide-review.server'
import { readCompanyReviews, readOwnReview, readReviewsForAdmin, readReviewsShown } from './read-reviews.server'
import { readReviewed } from './review-store.server'
import { saveReview } from './save-review.server'

const house = useHouse()

beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const good = { stars: '4', words: 'Rent och fint' }

const ratingOf = (companyId: string) =>
  house.db
    .selectFrom('companies')
    .select(['rating', 'rating_sum', 'rating_count'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()

const reviewsOf = (bookingId: string) =>
  house.db.selectFrom('reviews').selectAll().where('booking_id', '=', bookingId).execute()

describe('writing a review', () => {
  test('gives 25 points and tells the company', async () => {
    const { shop, member, bookingId } = await settle(house)
    const earned = await readPointAccount(house.db, member.signedIn.person.id)
    await house.deliver()
    house.woken.length = 0
    expect(valueFrom(await saveReview(house, member.signedIn, bookingId, good))).toEqual({ isNew: true })
    expect(house.woken).toEqual(['messages'])
    expect(await reviewsOf(bookingId)).toMatchObject([
      { stars: 4, words: 'Rent och fint', company_id: shop.companyId, postcode: shop.postcode, edited_at: null },
    ])
    const { balance } = await readPointAccount(house.db, member.signedIn.person.id)
    expect(balance - earned.balance).toBe(25)
    expect(mailTo(await house.deliver(), shop.owner.email).subject).toBe('Nytt omdöme: 4 av 5')
    expect(house.told).toContainEqual({ to: [`person:${member.signedIn.person.id}`], about: 'points' })
  })

  test('twenty times concurrently stores one review and gives points once', async () => {
    const { shop, member, bookingId } = await settle(house)
    const before = await readPointAccount(house.db, member.signedIn.person.id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, made) =>
        saveReview(house, member.signedIn, bookingId, { ...good, stars: String(1 + (made % 5)) }),
      ),
    )
    expect(answers.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1)
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const [review, ...more] = await reviewsOf(bookingId)
    expect(more).toEqual([])
    const { balance } = await readPointAccount(house.db, member.signedIn.person.id)
    expect(balance - before.balance).toBe(25)
    expect(await ratingOf(shop.companyId)).toMatchObject({ rating: review?.stars, rating_count: 1 })
  })

  test('from a stale form is refused until the newer review has been shown (lost update)', async () => {
    const { member, bookingId } = await settle(house)
    const shown = async () => found(await readOwnReview(house, member.signedIn, bookingId)).version
    const save = async (values: Record<string, string>) => saveReview(house, member.signedIn, bookingId, values)
    const empty = await shown()
    valueFrom(await save({ stars: '1', words: 'Kom aldrig', shown: empty }))
    // The same form pressed twice is no change.
    valueFrom(await save({ stars: '1', words: 'Kom aldrig', shown: empty }))
    expect(refusalFrom(await save({ stars: '5', words: '', shown: empty })).message).toContain('redan lämnat ett nyare')
    expect(await reviewsOf(bookingId)).toMatchObject([{ stars: 1, words: 'Kom aldrig' }])
    const first = await shown()
    house.clock.forward({ minutes: 1 })
    valueFrom(await save({ stars: '2', words: 'Kom sent', shown: first }))
    refusalFrom(await save({ stars: '5', words: '', shown: first }))
    valueFrom(await save({ stars: '5', words: '', shown: await shown() }))
    expect(await reviewsOf(bookingId)).toMatchObject([{ stars: 5, words: '' }])
  })

  test('again is possible for fourteen days, without more points', async () => {
    const { shop, member, bookingId } = await settle(house)
    valueFrom(await saveReview(house, member.signedIn, bookingId, good))
    const { balance } = await readPointAccount(house.db, member.signedIn.person.id)
    house.clock.forward({ days: 14 })
    expect(valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '2' }))).toEqual({ isNew: false })
    expect(await reviewsOf(bookingId)).toMatchObject([{ stars: 2, words: '', edited_at: house.clock.now() }])
    expect(await ratingOf(shop.companyId)).toEqual({ rating: 2, rating_sum: 2, rating_count: 1 })
    house.clock.forward({ minutes: 1 })
    const refusal = refusalFrom(await saveReview(house, member.signedIn, bookingId, good))
    expect(refusal.message).toBe('Ett omdöme går att ändra i 14 dagar.')
    expect(await reviewsOf(bookingId)).toMatchObject([{ stars: 2 }])
    expect((await readPointAccount(house.db, member.signedIn.person.id)).balance).toBe(balance)
  })

  test('with the same words again is not an edit', async () => {
    const { member, bookingId } = await settle(house)
    for (const _ of ['once', 'again']) valueFrom(await saveReview(house, member.signedIn, bookingId, good))
    expect(await reviewsOf(bookingId)).toMatchObject([{ edited_at: null }])
  })

  test('is refused for a job that is not completed', async () => {
    const shop = await openShop(house)
    const member = await joinAsMember(house, { postcode: shop.postcode })
    const values = bookingValues(shop.serviceId, '2026-12-10', '10:00')
    const { id } = valueFrom(await requestBooking(house, member.signedIn, values))
    refusalFrom(await saveReview(house, member.signedIn, id, good))
    expect(await reviewsOf(id)).toEqual([])
  })

  test("returns 404 for another member's booking, for the company and for an unknown booking", async () => {
    const { shop, bookingId } = await settle(house)
    const stranger = await joinAsMember(house)
    for (const [who, id] of [
      [stranger, bookingId],
      [shop.owner, bookingId],
      [stranger, nobodys()],
      [stranger, 'no-id'],
    ] as const)
      expect(await saveReview(house, who.signedIn, id, good)).toEqual(notThere)
    expect(await readOwnReview(house, stranger.signedIn, bookingId)).toEqual(notThere)
    expect(await reviewsOf(bookingId)).toEqual([])
  })

  test('ignores the company and the author in the form', async () => {
    const { shop, member, bookingId } = await settle(house)
    const other = await openShop(house)
    const values = { ...good, company_id: other.companyId, companyId: other.companyId, author_id: nobodys() }
    valueFrom(await saveReview(house, member.signedIn, bookingId, values))
    expect(await reviewsOf(bookingId)).toMatchObject([{ company_id: shop.companyId }])
  })
})

test('the database refuses a review by somebody who did not book the job, and of a job that is not completed', async () => {
  const { shop, member, bookingId } = await settle(house)
  const stranger = await joinAsMember(house)
  const asked = valueFrom(
    await requestBooking(house, member.signedIn, bookingValues(shop.serviceId, '2026-12-10', '10:00')),
  )
  const insert = (booking_id: string, author: Resident) =>
    house.db.insertInto('reviews').values({
      booking_id,
      author_id: author.signedIn.person.id,
      company_id: shop.companyId,
      postcode: '12540',
      service_title: 'Hemstäd',
      stars: 5,
      written_at: new Date(),
    })
  for (const refused of [insert(bookingId, stranger), insert(asked.id, member)])
    await expect(refused.execute()).rejects.toMatchObject({ constraint: 'reviews_of_own_completed_booking' })
  await insert(bookingId, member).execute()
})

test('the company can answer and edit its answer, and the author is told only the first time', async () => {
  const { shop, member, bookingId } = await settle(house)
  valueFrom(await saveReview(house, member.signedIn, bookingId, good))
  const [{ id } = { id: '' }] = await reviewsOf(bookingId)
  await house.deliver()
  house.woken.length = 0
  valueFrom(await answerReview(house, shop.owner.signedIn, { id, answer: 'Tack!' }))
  expect(house.woken).toEqual(['messages'])
  expect(house.told.at(-1)).toEqual({
    to: [`company:${shop.companyId}`, `person:${member.signedIn.person.id}`],
    about: 'reviews',
  })
  expect(mailTo(await house.deliver(), member.email).text).toContain('Tack!')
  const answeredAt = house.clock.now()
  house.clock.forward({ hours: 1 })
  valueFrom(await answerReview(house, shop.owner.signedIn, { id, answer: 'Tack, välkommen åter!' }))
  expect(await house.deliver()).toEqual([])
  expect(await reviewsOf(bookingId)).toMatchObject([
    { answer: 'Tack, välkommen åter!', answered_at: answeredAt, answer_edited_at: house.clock.now() },
  ])
  expect(refusalFrom(await answerReview(house, shop.owner.signedIn, { id, answer: ' ' })).fields).toEqual({
    answer: 'Skriv ett svar',
  })
  const unanswered = await readCompanyReviews(house, shop.owner.signedIn, 'unanswered', null)
  expect(unanswered.reviews).toEqual([])
})

test("a company cannot answer another company's review, and a member cannot answer any", async () => {
  const { member, bookingId } = await settle(house)
  valueFrom(await saveReview(house, member.signedIn, bookingId, good))
  const [{ id } = { id: '' }] = await reviewsOf(bookingId)
  const other = await joinAsCompany(house)
  expect(await answerReview(house, other.signedIn, { id, answer: 'Fel' })).toEqual(notThere)
  await expect(answerReview(house, member.signedIn, { id, answer: 'Fel' })).rejects.toThrow('not allowed')
  expect(await reviewsOf(bookingId)).toMatchObject([{ answer: null }])
})

test.each(['', 'nonsense', nobodys()])('answering, hiding or restoring the review “%s” returns 404', async (id) => {
  const { shop } = await settle(house)
  const admin = await joinAsAdmin(house)
  expect(await answerReview(house, shop.owner.signedIn, { id, answer: 'Tack' })).toEqual(notThere)
  expect(await hideReview(house, admin.signedIn, { id, reason: 'Prov' })).toEqual(notThere)
  expect(await restoreReview(house, admin.signedIn, { id })).toEqual(notThere)
})

test('hiding and restoring a review changes visibility and rating, is audited and tells the author why', async () => {
  const { shop, member, bookingId } = await settle(house)
  valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '1', words: 'Dumma' }))
  const second = await doJob(house, shop, member)
  valueFrom(await saveReview(house, member.signedIn, second, { stars: '5' }))
  expect(await ratingOf(shop.companyId)).toEqual({ rating: 3, rating_sum: 6, rating_count: 2 })
  const [{ id } = { id: '' }] = await reviewsOf(bookingId)
  const admin = await joinAsAdmin(house)
  await house.deliver()

  expect(refusalFrom(await hideReview(house, admin.signedIn, { id, reason: '' })).fields).toHaveProperty('reason')
  house.woken.length = 0
  for (const _ of ['once', 'again']) valueFrom(await hideReview(house, admin.signedIn, { id, reason: 'Hot' }))
  expect(house.woken).toContain('messages')
  expect(house.told.at(-1)).toEqual({
    to: [`company:${shop.companyId}`, 'admin', `person:${member.signedIn.person.id}`],
    about: 'reviews',
  })
  expect(await ratingOf(shop.companyId)).toEqual({ rating: 5, rating_sum: 5, rating_count: 1 })
  expect((await readReviewsShown(house, shop.companyId, null)).reviews).toHaveLength(1)
  expect((await readReviewsForAdmin(house, admin.signedIn, 'hidden', null)).reviews).toMatchObject([
    { id, hiddenReason: 'Hot' },
  ])
  expect(found(await readOwnReview(house, member.signedIn, bookingId)).review?.hiddenReason).toBe('Hot')
  expect(mailTo(await house.deliver(), member.email).text).toContain('Hot')
  refusalFrom(await saveReview(house, member.signedIn, bookingId, { stars: '2' }))
  refusalFrom(await answerReview(house, shop.owner.signedIn, { id, answer: 'Nej' }))

  valueFrom(await restoreReview(house, admin.signedIn, { id }))
  expect(await ratingOf(shop.companyId)).toEqual({ rating: 3, rating_sum: 6, rating_count: 2 })
  valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '2' }))
  expect(await ratingOf(shop.companyId)).toEqual({ rating: 3.5, rating_sum: 7, rating_count: 2 })
  const audit = await house.db
    .selectFrom('audit_log')
    .select(['deed', 'reason'])
    .where('subject_id', '=', shop.companyId)
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { deed: 'hide review', reason: 'Hot' },
    { deed: 'restore review', reason: null },
  ])
})

test('only an admin can hide, restore and list reviews', async () => {
  const { shop, member } = await settle(house)
  for (const who of [shop.owner, member]) {
    await expect(hideReview(house, who.signedIn, { id: nobodys(), reason: 'x' })).rejects.toThrow('not allowed')
    await expect(restoreReview(house, who.signedIn, { id: nobodys() })).rejects.toThrow('not allowed')
    await expect(readReviewsForAdmin(house, who.signedIn, 'all', null)).rejects.toThrow('not allowed')
  }
})

test('the rating is that of the visible reviews, under concurrent writes, edits, hiding and restoring', async () => {
  const { shop, member } = await settle(house)
  const admin = await joinAsAdmin(house)
  const jobs: string[] = []
  for (let made = 0; made < 6; made++) jobs.push(await doJob(house, shop, member))
  const stars = () => String(1 + Math.floor(Math.random() * 5))
  for (let round = 0; round < 5; round++) {
    await Promise.all(jobs.map((job) => saveReview(house, member.signedIn, job, { stars: stars() })))
    const rows = await house.db.selectFrom('reviews').select('id').where('company_id', '=', shop.companyId).execute()
    await Promise.all(
      rows.flatMap(({ id }, place) => [
        place % 2 === round % 2
          ? hideReview(house, admin.signedIn, { id, reason: 'Prov' })
          : restoreReview(house, admin.signedIn, { id }),
        saveReview(house, member.signedIn, jobs[place] ?? '', { stars: stars() }),
      ]),
    )
    const { rows: counted } = await sql<{ sum: number; count: number }>`
      select coalesce(sum(stars), 0)::int as sum, count(*)::int as count from reviews
      where company_id = ${shop.companyId} and hidden_at is null`.execute(house.db)
    expect(await ratingOf(shop.companyId)).toMatchObject({
      rating_sum: counted[0]?.sum,
      rating_count: counted[0]?.count,
    })
  }
})

test('public reviews show first names, six at a time, and no name when the account is deleted', async () => {
  const { shop, member } = await settle(house)
  for (let made = 0; made < 7; made++)
    valueFrom(await saveReview(house, member.signedIn, await doJob(house, shop, member), { stars: '5' }))
  const first = await readReviewsShown(house, shop.companyId, null)
  expect(first.reviews).toHaveLength(6)
  expect(first.reviews.every(({ author }) => author === 'Eva')).toBe(true)
  expect(first.reviews[0]).toMatchObject({ answer: null, answered: null, isEdited: false })
  const answer = { id: first.reviews[0]?.id ?? '', answer: 'Tack' }
  valueFrom(await answerReview(house, shop.owner.signedIn, answer))
  const [answered] = (await readReviewsShown(house, shop.companyId, null)).reviews
  expect(answered).toMatchObject({ answer: 'Tack', answered: formatDay(house.clock.now()) })
  const second = await readReviewsShown(house, shop.companyId, first.next ?? null)
  expect(second).toMatchObject({ reviews: [{ stars: 5 }], next: undefined })
  await deleteProfile(house.db, member.signedIn.person.id)
  const { reviews } = await readReviewsShown(house, shop.companyId, null)
  expect(reviews[0]?.author).toBe(`Granne i ${shop.postcode.slice(0, 3)} ${shop.postcode.slice(3)}`)
  expect(JSON.stringify(reviews)).not.toContain('Lind')
  expect(await ratingOf(shop.companyId)).toMatchObject({ rating_count: 7 })
})

test('a company and an administrator read twenty reviews at a time, and then the rest', async () => {
  const { shop, member } = await settle(house)
  const admin = await joinAsAdmin(house)
  for (let made = 0; made < 21; made++)
    valueFrom(await saveReview(house, member.signedIn, await doJob(house, shop, member), { stars: '5' }))
  const own = await readCompanyReviews(house, shop.owner.signedIn, 'all', null)
  expect(own.reviews).toHaveLength(20)
  const rest = await readCompanyReviews(house, shop.owner.signedIn, 'all', own.next ?? null)
  expect([rest.reviews.length, rest.next]).toEqual([1, undefined])
  expect((await readReviewsForAdmin(house, admin.signedIn, 'all', null)).reviews).toHaveLength(20)
})

test('readReviewed returns which of the given bookings are reviewed', async () => {
  const { shop, member, bookingId } = await settle(house)
  const other = await doJob(house, shop, member)
  valueFrom(await saveReview(house, member.signedIn, bookingId, good))
  expect(await readReviewed(house.db, [bookingId])).toEqual(new Set([bookingId]))
  expect(await readReviewed(house.db, [bookingId, other])).toEqual(new Set([bookingId]))
  expect(await readReviewed(house.db, [])).toEqual(new Set())
})

test('a hidden review is not listed as unanswered, and cannot be answered', async () => {
  const { shop, member, bookingId } = await settle(house)
  const admin = await joinAsAdmin(house)
  valueFrom(await saveReview(house, member.signedIn, bookingId, good))
  const waiting = async () => (await readCompanyReviews(house, shop.owner.signedIn, 'unanswered', null)).reviews
  const [{ id } = { id: '' }] = await waiting()
  valueFrom(await hideReview(house, admin.signedIn, { id, reason: 'Nämner en granne' }))
  expect(await waiting()).toEqual([])
  expect(refusalFrom(await answerReview(house, shop.owner.signedIn, { id, answer: 'Tack' })).message).toContain('dolt')
})

describe('a review that is rewritten after the company has answered', () => {
  async function thanked() {
    const settled = await settle(house)
    const { shop, member, bookingId } = settled
    valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '5', words: 'Toppen' }))
    const [review] = await reviewsOf(bookingId)
    const id = review?.id ?? ''
    const answer = (text: string) => answerReview(house, shop.owner.signedIn, { id, answer: text })
    valueFrom(await answer('Tack för de fina orden!'))
    await house.deliver()
    setClock('2026-11-21T12:00:00Z')
    const shown = async () => (await readReviewsShown(house, shop.companyId, null)).reviews[0]
    return { ...settled, answer, shown }
  }
  const worse = { stars: '1', words: 'Nej' }

  test('is shown without the old answer, and the company is told once', async () => {
    const { shop, member, bookingId, shown } = await thanked()
    expect(await shown()).toMatchObject({ answer: 'Tack för de fina orden!' })
    for (const form of [worse, worse, { stars: '2', words: 'Nja' }]) {
      valueFrom(await saveReview(house, member.signedIn, bookingId, form))
    }
    expect(await shown()).toMatchObject({ stars: 2, answer: null, answered: null })
    expect(found(await readOwnReview(house, member.signedIn, bookingId)).review).toMatchObject({ answer: null })
    const mails = (await house.deliver()).filter(({ recipient }) => recipient === shop.owner.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Ett omdöme är ändrat: 1 av 5'])
    const { reviews } = await readCompanyReviews(house, shop.owner.signedIn, 'unanswered', null)
    expect(reviews).toMatchObject([{ answer: null, earlierAnswer: 'Tack för de fina orden!' }])
  })

  test.each([
    ['Inte lika bra längre', '”Inte lika bra längre”'],
    ['', 'Texten är borttagen.'],
  ])('tells the company of other words (%j) without comparing an unchanged rating', async (words, said) => {
    const { shop, member, bookingId } = await thanked()
    valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '5', words }))
    const [mail] = (await house.deliver()).filter(({ recipient }) => recipient === shop.owner.email)
    expect(mail?.text).toContain('är ändrat. Betyget är som förut: 5 av 5, mycket bra.')
    expect(mail?.text).toContain(said)
  })

  test.each(['Vi beklagar.', 'Tack för de fina orden!'])(
    'can be answered again (%s), and the author is told',
    async (words) => {
      const { member, bookingId, answer, shown, shop } = await thanked()
      valueFrom(await saveReview(house, member.signedIn, bookingId, worse))
      await house.deliver()
      valueFrom(await answer(words))
      expect(await shown()).toMatchObject({ stars: 1, answer: words })
      expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([member.email])
      expect((await readCompanyReviews(house, shop.owner.signedIn, 'unanswered', null)).reviews).toEqual([])
    },
  )

  test('keeps its answer when it is sent again without a change', async () => {
    const { member, bookingId, shown } = await thanked()
    valueFrom(await saveReview(house, member.signedIn, bookingId, { stars: '5', words: 'Toppen' }))
    expect(await shown()).toMatchObject({ answer: 'Tack för de fina orden!' })
    expect(await house.deliver()).toEqual([])
  })
})
