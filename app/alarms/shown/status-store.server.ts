import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'
import type { CanaryDay, ServiceIncident, StatusEvent } from './status'

/** Records one check per interval, however many processes check. False when another process has already recorded it. */
export async function noteCheck(
  db: Database,
  day: string,
  isWell: boolean,
  stretchBegan: Date,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into service_days as known (day, checks, well, checked_at) values (${day}, 1, ${isWell ? 1 : 0}, ${now})
    on conflict (day) do update set checks = known.checks + 1, well = known.well + excluded.well, checked_at = ${now}
      where known.checked_at < ${stretchBegan}
    returning day`.execute(db)
  return rows.length > 0
}

/** Upserts the auditor's incidents since then, one line per kind and day, and ends those that are no longer open. */
export async function noteEvents(db: Database, kinds: readonly ServiceIncident[], since: Date, now: Date) {
  const day = sql`(found_at at time zone 'Europe/Stockholm')::date`
  await sql`
    insert into service_events (day, kind, began_at, ended_at)
    select ${day}, kind, min(found_at), case when bool_and(gone_at is not null) then max(gone_at) end
    from alarm_incidents where found_at >= ${since} and kind = any(${kinds}) group by 1, 2
    on conflict (day, kind) do update
      set began_at = least(service_events.began_at, excluded.began_at), ended_at = excluded.ended_at`.execute(db)
  // If a kind was found again on another day, the earlier day's line is ended here.
  await sql`
    update service_events as event set ended_at = ${now}
    where ended_at is null and not exists (
      select from alarm_incidents where kind = event.kind and gone_at is null and ${day} = event.day)`.execute(db)
}

/** Whether an incident of one of these kinds is open now. */
export async function readStanding(db: Database, kinds: readonly ServiceIncident[]): Promise<boolean> {
  const found = await db
    .selectFrom('alarm_incidents')
    .select('id')
    .where('gone_at', 'is', null)
    .where('kind', 'in', kinds)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function readServiceDays(db: Database, since: string) {
  return db
    .selectFrom('service_days')
    .select(['day', 'checks', 'well', 'checked_at as checkedAt'])
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
}

/** Newest first. */
export async function readServiceEvents(db: Database, since: string): Promise<StatusEvent[]> {
  return db
    .selectFrom('service_events')
    .select(['day', 'began_at as beganAt', 'ended_at as endedAt'])
    .select((row) => row.ref('kind').$castTo<ServiceIncident>().as('kind'))
    .where('day', '>=', since)
    .orderBy('began_at', 'desc')
    .orderBy('kind')
    .execute()
}

export async function readCanaryDays(
  db: Database,
  since: string,
): Promise<(CanaryDay & { channel: Channel; lastAt: Date })[]> {
  return db
    .selectFrom('canary_days')
    .select(['day', 'sent', 'delivered', 'failed', 'last_at as lastAt'])
    .select((row) => row.ref('channel').$castTo<Channel>().as('channel'))
    .where('day', '>=', since)
    .orderBy('day')
    .execute()
}
