import { sql } from 'kysely'
import { mayActAs, maySeeAsAdmin } from '~/accounts/public.server'
import { areasOf, dispatchable } from '~/companies/public.server'
import { browserHolds } from '~/guards/public.server'
import type { Database } from '~/platform/database/database.server'
import { readNamed } from '~/platform/database/named-statement.server'
import { reaches, type Sight, sightOf } from '../answer/part.server'

/** Somebody with an open page, identified by their session or by the hash of the key in a guard's browser. */
export type Viewer = { kind: 'session' | 'guard'; id: string }
export type ViewerIds = Record<Viewer['kind'], ReadonlySet<string>>

/**
 * Which of the viewers may see an alarm now, and with which sights: valid sessions, guards whose link is still valid,
 * companies that may be called today. A viewer who is not in the answer is told nothing.
 */
export async function readSights(
  db: Database,
  alarmId: string,
  viewers: ViewerIds,
  now: Date,
): Promise<Map<string, Sight[]>> {
  const sessions = [...viewers.session]
  const guards = [...viewers.guard]
  const { rows } = await readNamed(
    db,
    'sights',
    sql<{ viewer: string; sight: Sight }>`
    with viewing as materialized (
      select sessions.id, profiles.id as profile_id, profiles.user_role, profiles.two_factor_enabled, profiles.blocked_at
      from sessions join profiles on profiles.id = sessions.profile_id
      where sessions.id = any(${sessions}::uuid[]) and sessions.expires_at > ${now} and profiles.blocked_at is null
    )
    select viewing.id::text as viewer, 'own' as sight
    from viewing join safety_alarms on safety_alarms.reported_by = viewing.profile_id
    where safety_alarms.id = ${alarmId}
    union all
    select id::text, 'admin' from viewing where ${maySeeAsAdmin('viewing')}
    union all
    select viewing.id::text, ${sightOf(sql`null::uuid`)}
    from safety_alarms cross join viewing join companies on companies.owner_id = viewing.profile_id
    where safety_alarms.id = ${alarmId} and ${mayActAs('company', 'viewing')} and ${reaches(now)}
    union all
    select guards.browser_hash, ${sightOf(sql.ref('guards.id'))}
    from safety_alarms cross join guards join companies on companies.id = guards.company_id
    where safety_alarms.id = ${alarmId} and guards.browser_hash = any(${guards}) and ${browserHolds(now)}
      and ${reaches(now)}`,
  )
  const sights = new Map<string, Sight[]>()
  for (const { viewer, sight } of rows) sights.set(viewer, [...(sights.get(viewer) ?? []), sight])
  return sights
}

/**
 * Viewers whose session or link is still valid, with a string of what their pages depend on. If the string changes, the
 * page reloads; a viewer without an entry is disconnected.
 */
export async function readPresence(db: Database, viewers: ViewerIds, now: Date): Promise<Map<string, string>> {
  const { rows } = await sql<{ viewer: string; presence: string }>`
    select sessions.id::text as viewer,
      profiles.user_role || ' ' || coalesce(array_to_string(${areasOf}, ',') || ' ' || (${dispatchable(now)}), '') as presence
    from sessions join profiles on profiles.id = sessions.profile_id
    left join companies on companies.owner_id = profiles.id and profiles.user_role = 'company'
    where sessions.id = any(${[...viewers.session]}::uuid[]) and sessions.expires_at > ${now}
      and profiles.blocked_at is null
    union all
    select guards.browser_hash, 'guard ' || array_to_string(${areasOf}, ',') || ' ' || (${dispatchable(now)})
    from guards join companies on companies.id = guards.company_id
    where guards.browser_hash = any(${[...viewers.guard]}) and ${browserHolds(now)}`.execute(db)
  return new Map(rows.map(({ viewer, presence }) => [viewer, presence]))
}
