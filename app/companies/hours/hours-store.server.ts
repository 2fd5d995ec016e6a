import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { ClosedDays } from './closed-days'
import type { Span } from './opening-hours'

/** The SQL of opening hours and closed days. */

export async function readOpeningHours(db: Database, companyId: string): Promise<Span[]> {
  return db
    .selectFrom('opening_hours')
    .select([
      'weekday',
      sql<string>`to_char(opens, 'HH24:MI')`.as('opens'),
      sql<string>`to_char(closes, 'HH24:MI')`.as('closes'),
    ])
    .where('company_id', '=', companyId)
    .orderBy('weekday')
    .orderBy('opening_hours.opens')
    .execute()
}

export async function replaceOpeningHours(db: Database, companyId: string, spans: Span[]) {
  await db.deleteFrom('opening_hours').where('company_id', '=', companyId).execute()
  if (spans.length === 0) return
  await db
    .insertInto('opening_hours')
    .values(spans.map((span) => ({ company_id: companyId, ...span })))
    .execute()
}

/** Closed periods that are not over, with the private note, for the company itself. */
export async function readOwnClosedDays(db: Database, companyId: string, today: string) {
  return db
    .selectFrom('closed_periods')
    .select(['id', 'from_day as from', 'to_day as to', 'reason', 'own_note as note'])
    .where('company_id', '=', companyId)
    .where('to_day', '>=', today)
    .orderBy('from_day')
    .orderBy('id')
    .execute()
}

/** Closed periods that are not over, nearest first, as everybody may read them. */
export async function readClosedDays(db: Database, companyId: string, today: string) {
  return db
    .selectFrom('closed_periods')
    .select(['id', 'from_day as from', 'to_day as to', 'reason'])
    .where('company_id', '=', companyId)
    .where('to_day', '>=', today)
    .orderBy('from_day')
    .orderBy('id')
    .execute()
}

export async function insertClosedDays(db: Database, companyId: string, days: ClosedDays) {
  await db
    .insertInto('closed_periods')
    .values({ company_id: companyId, from_day: days.from, to_day: days.to, reason: days.reason, own_note: days.note })
    .execute()
}

export async function deleteClosedDays(db: Database, companyId: string, id: string) {
  await db.deleteFrom('closed_periods').where('company_id', '=', companyId).where('id', '=', id).execute()
}
