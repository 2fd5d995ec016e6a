import { sql } from 'kysely'
import type { Clock } from '~/platform/clock.server'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { isNotSetAside } from '~/platform/work/one-run'
import type { StepKind } from '../alarm'
import type { Rings } from '../watch/policy'

export type Step = { id: string; alarmId: string; kind: StepKind }

/**
 * Locks the due steps, oldest first (`skip locked`), so that no other process does them too. At most the
 * earliest step per alarm: after a forward jump of the clock several are due at once, and another process must not do a
 * later one first. `but` are alarms that are set aside.
 */
export async function lockDueSteps(
  db: Database,
  isTest: boolean,
  now: Date,
  limit: number,
  but: readonly string[] = [],
): Promise<Step[]> {
  const due = db
    .selectFrom('alarm_steps')
    .select(['id', 'alarm_id as alarmId', 'kind'])
    .where('state', '=', 'pending')
    .where('is_test', '=', isTest)
    .where('due_at', '<=', now)
    .where(isNotSetAside('alarm_id', but))
    .where(
      sql<boolean>`not exists (select from alarm_steps as earlier where earlier.alarm_id = alarm_steps.alarm_id
        and earlier.state = 'pending' and (earlier.due_at, earlier.id) < (alarm_steps.due_at, alarm_steps.id))`,
    )
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
  return (await executeNamed(db, 'due steps', due)).rows
}

export async function settleSteps(db: Database, ids: string[], now: Date) {
  if (ids.length === 0) return
  await db.updateTable('alarm_steps').set({ state: 'done', settled_at: now }).where('id', 'in', ids).execute()
}

/** For each alarm: how often phones rang since the last press or since it became everybody's, and when last. */
export async function readRingsOf(db: Database, alarmIds: string[], now: Date): Promise<(alarmId: string) => Rings> {
  const { rows } = await sql<Rings & { id: string }>`
    select alarm.id, max(settled_at) as "lastAt",
      (count(*) filter (where settled_at >= coalesce(waiting_since, alarm.created_at)))::int as times
    from alarm_steps as step join safety_alarms as alarm on alarm.id = alarm_id
    where alarm_id = any(${alarmIds}::uuid[]) and kind = 'ring' and state = 'done' and settled_at < ${now}
    group by alarm.id`.execute(db)
  const rings = new Map(rows.map((row) => [row.id, row]))
  return (alarmId) => rings.get(alarmId) ?? { times: 0, lastAt: null }
}

/** Longer than any pause between retries: a due time further ahead was written before the clock went back. */
const longestPauseS = 120

/**
 * Longer than any transaction: one that took its time before the clock went back may commit after the jump was seen.
 */
const lateS = 60

/**
 * Writes the engine's heartbeat and detects whether the clock has gone back since the previous one. If so, all times
 * set by the earlier clock are moved back by as much, so that nothing waits for the clock to catch up; for a while
 * afterwards too, for transactions that commit late. Returns by how many seconds the clock has gone back.
 */
export async function beat(db: Database, clock: Clock, toleratedS: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Read after locking: a heartbeat written while this one waited for the lock must not look like the future.
    await executeNamed(trx, 'hold beat', sql`select from alarm_pulse where part = 'engine' for update`)
    const now = clock.now()
    const { rows } = await executeNamed(
      trx,
      'beat',
      sql<{ backS: number | null; wentFrom: Date | null; wentTo: Date | null }>`
      insert into alarm_pulse (part, at) values ('engine', ${now})
      on conflict (part) do update set at = excluded.at
      returning extract(epoch from old.at - new.at)::float8 as "backS",
        (select at from alarm_pulse where part = 'went from') as "wentFrom",
        (select at from alarm_pulse where part = 'went to') as "wentTo"`,
    )
    const { backS, wentFrom, wentTo } = rows[0] ?? {}
    const jumpS = backS && backS > toleratedS ? backS : 0
    if (jumpS > 0) {
      const from = new Date(now.getTime() + jumpS * 1000)
      await sql`insert into alarm_pulse (part, at) values ('went from', ${from}), ('went to', ${now})
        on conflict (part) do update set at = excluded.at`.execute(trx)
      await moveBack(trx, now, jumpS, toleratedS)
    } else if (wentFrom && wentTo && now.getTime() - wentTo.getTime() < lateS * 1000) {
      await moveBack(trx, now, (wentFrom.getTime() - wentTo.getTime()) / 1000, toleratedS)
    }
    return jumpS
  })
}

/** Moves times that now lie in the future back by `backS`. */
async function moveBack(db: Database, now: Date, backS: number, toleratedS: number) {
  const back = sql`make_interval(secs => ${backS})`
  await sql`update alarm_steps set armed_at = armed_at - ${back}, due_at = due_at - ${back}
    where state = 'pending' and armed_at > ${now}::timestamptz + make_interval(secs => ${toleratedS})`.execute(db)
  await sql`update alarm_deliveries
    set due_at = ${now}::timestamptz + case state when 'sending' then interval '5 s' else interval '0' end
    where state in ('queued', 'sending') and due_at > ${now}::timestamptz + make_interval(secs => ${longestPauseS})`.execute(
    db,
  )
}

/** A taker who may no longer be sent alarms cannot keep one: its release is due at once. */
export async function armReleaseOfUnfit(db: Database, now: Date, fit: ReturnType<typeof sql<boolean>>) {
  await executeNamed(
    db,
    'release unfit',
    sql`
    insert into alarm_steps (alarm_id, kind, armed_at, due_at, is_test)
    select safety_alarms.id, 'release', ${now}, ${now}, safety_alarms.is_test
    from safety_alarms left join companies on companies.id = safety_alarms.taken_by_company
    where safety_alarms.status in ('acknowledged', 'on_site') and not (${fit})
    on conflict (alarm_id, kind) where state = 'pending' do update set due_at = excluded.due_at`,
  )
}
