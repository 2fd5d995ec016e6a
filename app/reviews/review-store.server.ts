import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import type { Database } from '~/platform/database/database.server'
import { asTen, builtOnce } from '~/platform/database/named-statement.server'
import { isReported } from './report/report-store.server'
import { authorName, type Stars } from './review'

const columns = [
  'reviews.id',
  'reviews.booking_id as bookingId',
  'reviews.company_id as companyId',
  'reviews.author_id as authorId',
  'reviews.postcode',
  'reviews.service_title as serviceTitle',
  'reviews.stars',
  'reviews.words',
  'reviews.written_at as writtenAt',
  'reviews.edited_at as editedAt',
  'reviews.answer',
  'reviews.answered_at as answeredAt',
  'reviews.answer_edited_at as answerEditedAt',
  // False when the review has been rewritten since, so that the answer is to words that nobody sees any more.
  'reviews.answer_stands as answerStands',
  'reviews.hidden_at as hiddenAt',
  'reviews.hidden_reason as hiddenReason',
] as const

type Written = { bookingId: string; authorId: string; stars: number; words: string; now: Date }

/** Null when the booking already has a review. A trigger copies company, postcode and service from the booking. */
export async function insertReview(db: Database, { bookingId, authorId, stars, words, now }: Written) {
  const row = await db
    .insertInto('reviews')
    .columns(['booking_id', 'author_id', 'stars', 'words', 'written_at', 'company_id', 'postcode', 'service_title'])
    .expression((select) =>
      select
        .selectFrom('bookings')
        .select((take) => [
          'id',
          take.val(authorId).as('author_id'),
          take.val(stars).as('stars'),
          take.val(words).as('words'),
          take.val(now).as('written_at'),
          'company_id',
          'postcode',
          'service_title',
        ])
        .where('id', '=', bookingId),
    )
    .onConflict((conflict) => conflict.constraint('reviews_once_per_booking').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Rewrites a review. True when something changed; without a change it is not marked as edited. */
export async function updateReview(
  db: Database,
  id: string,
  { stars, words, now }: Omit<Written, 'bookingId' | 'authorId'>,
) {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ stars, words, edited_at: now })
    .where('id', '=', id)
    .where((row) => row.or([row('stars', '<>', stars), row('words', '<>', words)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the author's review of a booking until the end of the transaction. */
export async function lockReviewOfBooking(db: Database, bookingId: string, authorId: string) {
  return db
    .selectFrom('reviews')
    .select(columns)
    .where('booking_id', '=', bookingId)
    .where('author_id', '=', authorId)
    .forUpdate()
    .executeTakeFirst()
}

export async function readReviewOfBooking(db: Database, bookingId: string, authorId: string) {
  return db
    .selectFrom('reviews')
    .select(columns)
    .where('booking_id', '=', bookingId)
    .where('author_id', '=', authorId)
    .executeTakeFirst()
}

/** Those of these bookings that have a review. */
export async function readReviewed(db: Database, bookingIds: string[]): Promise<Set<string>> {
  if (bookingIds.length === 0) return new Set()
  const rows = await askReviewed(db, asTen(bookingIds))
  return new Set(rows.map(({ booking_id }) => booking_id))
}

const askReviewed = builtOnce('reviewed', (db: Database, bookingIds: readonly string[]) =>
  db.selectFrom('reviews').select('booking_id').where('booking_id', '=', sql<string>`any(${bookingIds})`),
)

/** Locks a company's own review until the end of the transaction. */
export async function lockReviewOfCompany(db: Database, id: string, companyId: string) {
  return db
    .selectFrom('reviews')
    .select(columns)
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst()
}

export async function lockReview(db: Database, id: string) {
  return db.selectFrom('reviews').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateAnswer(db: Database, id: string, answer: string, now: Date) {
  await db
    .updateTable('reviews')
    .set((set) => ({
      answer,
      answered_at: set.fn.coalesce('answered_at', set.val(now)),
      answer_edited_at: sql<Date | null>`case when answered_at is null then null else ${now}::timestamptz end`,
    }))
    .where('id', '=', id)
    // Repeating the same answer confirms that it still holds for the rewritten review.
    .where((row) => row.or([row('answer', 'is distinct from', answer), row('answer_stands', '=', false)]))
    .execute()
}

export async function updateHidden(db: Database, id: string, reason: string | null, now: Date) {
  await db
    .updateTable('reviews')
    .set({ hidden_reason: reason, hidden_at: reason === null ? null : now })
    .where('id', '=', id)
    .execute()
}

/** Newest first, by keyset pagination: `before` is the last row of the previous page. */
function page(db: Database, before: string | null, limit: number) {
  const rows = db
    .selectFrom('reviews')
    .select([...columns, personName('reviews.author_id').as('authorFullName')])
    .orderBy('reviews.id', 'desc')
    .limit(limit)
  return before ? rows.where('reviews.id', '<', before) : rows
}

type Row = Awaited<ReturnType<ReturnType<typeof page>['execute']>>[number]

/** A review with the author's public name instead of the full one. */
export type Review = Omit<Row, 'authorFullName' | 'stars'> & { author: string; stars: Stars }

function named(rows: Row[]): Review[] {
  return rows.map(({ authorFullName, ...row }) => ({
    ...row,
    stars: row.stars as Stars,
    author: authorName(authorFullName, row.postcode),
  }))
}

/** A company's public reviews. */
export async function readShown(db: Database, companyId: string, before: string | null, limit: number) {
  const rows = page(db, before, limit)
    .where('reviews.company_id', '=', companyId)
    .where('reviews.hidden_at', 'is', null)
  return named(await rows.execute())
}

const waitsForAnswer = sql<boolean>`(not reviews.answer_stands and reviews.hidden_at is null)`

/** The company's own view: includes hidden reviews, or only those that wait for an answer. */
export async function readOfCompany(
  db: Database,
  companyId: string,
  which: 'all' | 'unanswered',
  before: string | null,
  limit: number,
) {
  let rows = page(db, before, limit).where('reviews.company_id', '=', companyId)
  if (which === 'unanswered') rows = rows.where(waitsForAnswer)
  return named(await rows.execute())
}

/** One review, with the author's public name. */
export async function readReview(db: Database, id: string): Promise<Review | undefined> {
  const [review] = named(await page(db, null, 1).where('reviews.id', '=', id).execute())
  return review
}

/** An administrator's filter over the reviews of all companies. */
export type WhichForAdmin = 'all' | 'hidden' | 'reported'

export async function readOfAll(db: Database, which: WhichForAdmin, before: string | null, limit: number) {
  let rows = page(db, before, limit)
  if (which === 'hidden') rows = rows.where('reviews.hidden_at', 'is not', null)
  if (which === 'reported') rows = rows.where(isReported)
  return named(await rows.execute())
}

/** All reviews by a person, for the personal data export. */
export async function readReviewsWhole(db: Database, authorId: string) {
  return db.selectFrom('reviews').select(columns).where('author_id', '=', authorId).orderBy('id').execute()
}
