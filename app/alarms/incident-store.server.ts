import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'

export type Incident = {
  /** Empty when it is about no alarm of its own. */
  alarmId: string | null
  kind: 'late step' | 'late delivery' | 'nobody comes' | 'nobody reached' | 'canary unheard' | 'engine silent'
  /** Which row or postcode it is about: the same one is one incident. */
  subject: string
}

export type StandingIncident = Incident & { id: string; postcode: string | null; foundAt: Date }

/** Returns those that are new, or had gone and are back. */
export async function openIncidents(db: Database, incidents: readonly Incident[], now: Date): Promise<Incident[]> {
  if (incidents.length === 0) return []
  const { rows } = await sql<Incident>`
    insert into alarm_incidents (alarm_id, kind, subject, found_at)
    select "alarmId", kind, subject, ${now}
    from jsonb_to_recordset(${JSON.stringify(incidents)}) as given ("alarmId" uuid, kind text, subject text)
    on conflict (kind, subject) do update set alarm_id = excluded.alarm_id, found_at = excluded.found_at, gone_at = null
      where alarm_incidents.gone_at is not null
    returning alarm_id as "alarmId", kind, subject`.execute(db)
  return rows
}

export async function closeIncident(db: Database, kind: Incident['kind'], subject: string, now: Date) {
  await db
    .updateTable('alarm_incidents')
    .set({ gone_at: now })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('gone_at', 'is', null)
    .execute()
}

/** What stood of these kinds and is found no longer. */
export async function closeIncidents(
  db: Database,
  kinds: readonly Incident['kind'][],
  found: readonly Incident[],
  now: Date,
) {
  await sql`
    update alarm_incidents as stood set gone_at = ${now}
    where gone_at is null and kind = any(${kinds}) and not exists (
      select from jsonb_to_recordset(${JSON.stringify(found)}) as still (kind text, subject text)
      where still.kind = stood.kind and still.subject = stood.subject)`.execute(db)
}

/** What is wrong just now, oldest first. */
export async function readIncidents(db: Database, limit = 50): Promise<StandingIncident[]> {
  return db
    .selectFrom('alarm_incidents')
    .leftJoin('safety_alarms', 'safety_alarms.id', 'alarm_incidents.alarm_id')
    .select(['alarm_incidents.id', 'alarm_id as alarmId', 'subject', 'found_at as foundAt', 'safety_alarms.postcode'])
    .select((row) => row.ref('kind').$castTo<Incident['kind']>().as('kind'))
    .where('gone_at', 'is', null)
    .orderBy('found_at')
    .limit(limit)
    .execute()
}

export const incidentLabels = {
  'late step': 'Ett steg är försenat',
  'late delivery': 'Ett meddelande kommer inte iväg',
  'nobody comes': 'Ingen har tagit larmet på en timme',
  'nobody reached': 'Inget meddelande om larmet har kommit fram',
  'canary unheard': 'Provlarmet nådde ingen',
  'engine silent': 'Larmmotorn svarar inte',
} as const satisfies Record<Incident['kind'], string>
