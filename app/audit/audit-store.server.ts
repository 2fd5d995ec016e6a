import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { inOrder } from '~/platform/database/keyset.server'
import type { AuditDeed, AuditSubject } from './audit-labels'
import type { AuditSearch } from './audit-search'

type Facts = Record<string, string | number | boolean | null>

export type AuditEntry = {
  at: Date
  /**
   * Who acted and from which IP address: the signed-in person, or the person who started a job that the product carries
   * out.
   */
  actor: { address: string; person: { id: string } }
  /** The action, by its permanent name: 'hide company'. */
  deed: AuditDeed
  subject: { kind: AuditSubject; id: string }
  reason?: string
  /** The changed values, before and after. */
  before: Facts
  after: Facts
}

/** Records an administrator's action, in the same transaction as the change. */
export async function recordAudit(db: Database, { at, actor, deed, subject, reason, before, after }: AuditEntry) {
  await db
    .insertInto('audit_log')
    .values({
      at,
      actor_id: actor.person.id,
      address: actor.address,
      deed,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: reason ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}

/** The actions that export a list as a file. */
type Export = Extract<AuditDeed, `export ${string}`>

/** Records that somebody exported a list, and with which search. */
export async function recordExport(
  db: Database,
  { at, actor, deed, asked }: Pick<AuditEntry, 'at' | 'actor'> & { deed: Export; asked: string },
) {
  const subject = { kind: 'list', id: asked.slice(0, 100) || 'alla' } as const
  await recordAudit(db, { at, actor, deed, subject, before: {}, after: {} })
}

type Refused = { at: Date; actorId: string | null; address: string; door: string; as: string }

/** Records that somebody without the right tried an administrator's page. */
export async function recordRefusal(db: Database, { at, actorId, address, door, as }: Refused) {
  await db
    .insertInto('audit_log')
    .values({
      at,
      actor_id: actorId,
      address,
      deed: 'refused at the door',
      subject_kind: 'door',
      subject_id: door,
      after: JSON.stringify({ as }),
    })
    .execute()
}

const lines = (db: Database) =>
  db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id as actorId', 'address', 'deed', 'reason', 'before', 'after'])
    .select(['subject_kind as subjectKind', 'subject_id as subjectId'])

/** The newest actions. Refusals are left out: they changed nothing, and a robot can cause many. */
export async function readDeeds(db: Database, limit: number) {
  return lines(db).where(sql<boolean>`deed <> 'refused at the door'`).orderBy('id', 'desc').limit(limit).execute()
}

/** How often access to an administrator's page was refused since `since`, counted to at most `most`. */
export async function countRefusals(db: Database, since: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select at from audit_log where deed = 'refused at the door' order by id desc limit ${most}) as latest
    where at >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** The audit log by a search, newest first unless asked otherwise. Keyset pagination: starts after the id `before`. */
export async function searchAudit(
  db: Database,
  search: AuditSearch,
  before: string | null,
  limit: number,
  { down }: { down: boolean } = { down: true },
) {
  let rows = lines(db).limit(limit)
  if (search.deed) rows = rows.where('deed', '=', search.deed)
  if (search.actorId) rows = rows.where('actor_id', '=', search.actorId)
  if (search.subjectKind) rows = rows.where('subject_kind', '=', search.subjectKind)
  if (search.subjectId) rows = rows.where('subject_id', '=', search.subjectId)
  // Ids are ordered by time (UUIDv7), so the end of a day is a position in the index on id.
  if (search.until) rows = rows.where('id', '<', sql<string>`uuid_after_day(${search.until}::date)`)
  return inOrder(rows, { table: 'audit_log', down, before }).execute()
}

/** The audit entries of one subject, newest first. */
export async function readAudit(db: Database, subject: AuditEntry['subject'], limit: number) {
  return db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor_id as actorId', 'deed', 'reason', 'before', 'after'])
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
