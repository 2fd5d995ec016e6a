import type { SignedIn } from '~/platform/auth/sessions.server'
import type { Database } from '~/platform/database/database.server'

type Facts = Record<string, string | number | boolean | null>

export type AuditEntry = {
  at: Date
  actor: SignedIn
  /** What was done, in a few words that never change: 'hide company'. */
  deed: string
  subject: { kind: string; id: string }
  reason?: string
  /** What was changed, as it stood and as it stands. */
  before: Facts
  after: Facts
}

/** Writes down what an administrator does, in the transaction that does it. */
export async function recordAudit(db: Database, { at, actor, deed, subject, reason, before, after }: AuditEntry) {
  await db
    .insertInto('audit_log')
    .values({
      at,
      actor_id: actor.person.id,
      deed,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: reason ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })
    .execute()
}

/** What has been done to one thing, newest first. */
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
