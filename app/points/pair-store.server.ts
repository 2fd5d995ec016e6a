import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import { companyName } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { type Given, isTipReason, type Reached, type TipReason } from './points'

/** The points that a member has got through one company, and the marks on that pair. */

/**
 * Advisory lock on a member and a company until the end of the transaction. Without it two bookings completed
 * concurrently would each miss the points of the other and exceed the limits.
 */
export async function holdPair(db: Database, personId: string, companyId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`points of ${personId} from ${companyId}`}, 0))`.execute(db)
}

/** What the pair has given in the month of `at`, excluding the event itself. */
export async function readGivenInMonth(
  db: Database,
  { personId, companyId, kind, eventId, at }: Pair & { kind: 'booking' | 'review'; eventId: string; at: Date },
): Promise<Given> {
  const row = await db
    .selectFrom('point_entries')
    .select((of) => [
      of.fn.coalesce(of.fn.sum<number>('points'), sql<number>`0`).as('points'),
      of.fn.countAll<number>().filterWhere('kind', '=', kind).as('times'),
    ])
    .where('profile_id', '=', personId)
    .where('company_id', '=', companyId)
    .where('kind', 'in', ['booking', 'review'])
    .where((of) => of.or([of('kind', '!=', kind), of('event_id', '!=', eventId)]))
    .where(sql<boolean>`month_of(at) = month_of(${at}::timestamptz)`)
    .executeTakeFirstOrThrow()
  return { times: Number(row.times), points: Number(row.points) }
}

type Pair = { personId: string; companyId: string }

/** At most one mark per pair, month and limit. */
export async function insertMark(db: Database, { personId, companyId, why, at }: Pair & { why: Reached; at: Date }) {
  await db
    .insertInto('point_marks')
    .values({
      profile_id: personId,
      company_id: companyId,
      month: sql`month_of(${at}::timestamptz)`,
      why,
      marked_at: at,
    })
    .onConflict((conflict) => conflict.columns(['profile_id', 'company_id', 'month', 'why']).doNothing())
    .execute()
}

/** Marks that nobody has settled yet, newest first. */
export async function readOpenMarks(db: Database, before: string | null, limit: number) {
  let marks = db
    .selectFrom('point_marks')
    .innerJoin('point_accounts', 'point_accounts.profile_id', 'point_marks.profile_id')
    .select(['point_marks.id', 'month', 'why', 'marked_at as markedAt', 'balance'])
    .select(['point_marks.profile_id as personId', personName('point_marks.profile_id').as('personName')])
    .select(['point_marks.company_id as companyId', companyName('point_marks.company_id').as('companyName')])
    .where('settled_at', 'is', null)
    .orderBy('point_marks.id', 'desc')
    .limit(limit)
  if (before) marks = marks.where('point_marks.id', '<', before)
  return marks.execute()
}

type Why = Reached | TipReason
type OpenMark = Pair & { why: Why }

/** The member and company of a mark; undefined once it is settled. */
export async function readOpenMark(db: Database, id: string): Promise<OpenMark | undefined> {
  return openMark(db, id).executeTakeFirst()
}

/** Like `readOpenMark`, with a row lock. Undefined when the mark is settled, or the member or company is gone. */
export async function lockOpenMark(db: Database, id: string): Promise<OpenMark | undefined> {
  return openMark(db, id).forUpdate().executeTakeFirst()
}

const openMark = (db: Database, id: string) =>
  db
    .selectFrom('point_marks')
    .select(['profile_id as personId', 'company_id as companyId', 'why'])
    .where('id', '=', id)
    .where('settled_at', 'is', null)

/** Settles all the pair's marks of one sort (limits, or tips): a decision covers more than one month or reason. */
export async function settleMarks(db: Database, { personId, companyId, why }: OpenMark, now: Date) {
  await db
    .updateTable('point_marks')
    .set({ settled_at: now })
    .where('profile_id', '=', personId)
    .where('company_id', '=', companyId)
    .where('why', isTipReason(why) ? 'not in' : 'in', ['many', 'much'])
    .where('settled_at', 'is', null)
    .execute()
}

/**
 * The points that a company has given a member, less those taken back, and how many bookings and reviews gave them.
 * Points for a tip are not included: their entries name no company.
 */
export async function readGivenBy(db: Database, { personId, companyId }: Pair) {
  const row = await db
    .selectFrom('point_entries')
    .select((of) => [
      of.fn.coalesce(of.fn.sum<number>('points'), sql<number>`0`).as('points'),
      of.fn.countAll<number>().filterWhere('kind', '=', 'booking').as('bookings'),
      of.fn.countAll<number>().filterWhere('kind', '=', 'review').as('reviews'),
    ])
    .where('profile_id', '=', personId)
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return { points: Number(row.points), bookings: Number(row.bookings), reviews: Number(row.reviews) }
}
