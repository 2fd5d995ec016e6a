import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Incident, IncidentKind, LastWords } from './incident'

export type StandingIncident = Incident & { id: string; postcode: string | null; foundAt: Date }

/** Opens incidents. Returns those that are new, or were closed and are back. */
export async function openIncidents(db: Database, incidents: readonly Incident[], now: Date): Promise<Incident[]> {
  if (incidents.length === 0) return []
  const { rows } = await sql<Incident>`
    insert into alarm_incidents (alarm_id, kind, subject, found_at)
    select "alarmId", kind, subject, ${now}
    from jsonb_to_recordset(${JSON.stringify(incidents)}) as given ("alarmId" uuid, kind text, subject text)
    on conflict (kind, subject) do update
      set alarm_id = excluded.alarm_id, found_at = excluded.found_at, gone_at = null, heard_at = null
      where alarm_incidents.gone_at is not null
    returning alarm_id as "alarmId", kind, subject`.execute(db)
  return rows
}

export async function closeIncident(db: Database, kind: IncidentKind, subject: string, now: Date) {
  await db
    .updateTable('alarm_incidents')
    .set({ gone_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('gone_at', 'is', null)
    .execute()
}

/** Closes the open incidents of these kinds that are no longer found. */
export async function closeIncidents(
  db: Database,
  kinds: readonly IncidentKind[],
  found: readonly Incident[],
  now: Date,
) {
  await sql`
    update alarm_incidents as stood set gone_at = ${now}
    where gone_at is null and kind = any(${kinds}) and not exists (
      select from jsonb_to_recordset(${JSON.stringify(found)}) as still (kind text, subject text)
      where still.kind = stood.kind and still.subject = stood.subject)`.execute(db)
}

/** The open incidents, oldest first. */
export async function readIncidents(db: Database, limit = 50): Promise<StandingIncident[]> {
  return db
    .selectFrom('alarm_incidents')
    .leftJoin('safety_alarms', 'safety_alarms.id', 'alarm_incidents.alarm_id')
    .select(['alarm_incidents.id', 'alarm_id as alarmId', 'subject', 'found_at as foundAt', 'safety_alarms.postcode'])
    .select((row) => row.ref('kind').$castTo<IncidentKind>().as('kind'))
    .where('gone_at', 'is', null)
    .orderBy('found_at')
    .limit(limit)
    .execute()
}

/** Number of open incidents. Does not read the alarms' table, whose rows may be locked. */
export async function countIncidents(db: Database): Promise<number> {
  const { standing } = await db
    .selectFrom('alarm_incidents')
    .select((row) => row.fn.countAll<number>().as('standing'))
    .where('gone_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(standing)
}

/** An operator has seen these incidents on the page. */
export async function markIncidentsSeen(db: Database, ids: readonly string[], now: Date) {
  if (ids.length === 0) return
  await db
    .updateTable('alarm_incidents')
    .set({ heard_at: now })
    .where('id', 'in', ids)
    .where('heard_at', 'is', null)
    .execute()
}

export type Unheard = { counts: { kind: IncidentKind; count: number }[]; last: LastWords | null }

/** Open incidents that nobody is known to have heard of; null if there are none. */
export async function readUnheard(db: Database): Promise<Unheard | null> {
  const { rows: counts } = await sql<{ kind: IncidentKind; count: number; since: Date }>`
    select kind, count(*)::int as count, min(found_at) as since from alarm_incidents
    where gone_at is null and heard_at is null group by kind`.execute(db)
  if (counts.length === 0) return null
  const since = new Date(Math.min(...counts.map((each) => each.since.getTime())))
  const { rows } = await sql<LastWords>`
    select said_at as at, bool_or(taken_at is not null) as "wereTaken",
      (select count(distinct said_at) from auditor_words where said_at >= ${since})::int as times
    from auditor_words group by said_at order by said_at desc limit 1`.execute(db)
  return { counts, last: rows[0] ?? null }
}

/** Locks the auditor's row until the transaction ends, so that of several auditors only one tells the operators. */
export async function holdWords(db: Database) {
  await sql`select from alarm_pulse where part = 'auditor' for update`.execute(db)
}

export async function insertWords(db: Database, words: { id: string; channel: 'sms' | 'mail' }[], now: Date) {
  const rows = words.map((word) => ({ ...word, said_at: now }))
  await db.insertInto('auditor_words').values(rows).execute()
}

export async function markWordsTaken(db: Database, ids: string[], now: Date) {
  if (ids.length > 0) await db.updateTable('auditor_words').set({ taken_at: now }).where('id', 'in', ids).execute()
}

/**
 * A delivery report about a message of the auditor. Once delivered, the incidents it told of are not repeated. False if
 * the id is not one of its messages.
 */
export async function hearOfWords(db: Database, id: string, isDelivered: boolean, now: Date): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with word as (
      update auditor_words set heard_at = case when ${isDelivered} then coalesce(heard_at, ${now}) else heard_at end
      where id = ${id}::uuid returning id, said_at
    ), heard as (
      update alarm_incidents set heard_at = ${now} from word
      where ${isDelivered} and gone_at is null and alarm_incidents.heard_at is null and found_at <= said_at
    )
    select id from word`.execute(db)
  return rows.length > 0
}

/** How many people have heard: a message was delivered to them, or they looked or answered. 'Sent' is not 'heard'. */
export async function readHearing(db: Database, alarmId: string): Promise<{ reached: number; isKnown: boolean }> {
  const { rows } = await sql<{ reached: number; isKnown: boolean }>`
    select count(*) filter (where seen_at is not null or declined_at is not null or is_taker or exists (
        select from alarm_deliveries
        -- A centre's automatic acknowledgement does not prove that a person was reached.
        where recipient_id = recipient.id and kind = 'call' and state = 'delivered' and channel <> 'centre'))::int as reached,
      not coalesce(bool_or(exists (select from alarm_deliveries where recipient_id = recipient.id
        and channel = 'sms' and state = 'sent' and provider_id is null)), false) as "isKnown"
    from alarm_recipients as recipient
    cross join lateral (select exists (select from alarm_timeline as entry
      where entry.alarm_id = recipient.alarm_id and entry.kind = 'taken' and entry.actor_id = recipient.company_id
        and entry.guard_id is not distinct from recipient.guard_id) as is_taker) as taking
    where alarm_id = ${alarmId} and role <> 'circle'`.execute(db)
  return rows[0] ?? { reached: 0, isKnown: true }
}
