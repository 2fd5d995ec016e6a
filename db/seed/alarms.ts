import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Actor, AlarmState, Position } from '~/alarms/public'
import { callsTo, deadlinesOf, defaultPolicy } from '~/alarms/public'
import {
  addEntries,
  calleesOf,
  dropSteps,
  givenCalls,
  insertAlarm,
  insertUpdate,
  type NewEntry,
  readPartnerCallees,
  updateAlarms,
} from '~/alarms/public.server'
import type { Database } from '~/platform/database/database.server'
import { openKeys } from '~/platform/keys.server'

const minute = 60_000
const day = 24 * 60 * minute
const postcode = '12540'

type Past = {
  /** When it was raised, in milliseconds before now; `after` counts from then. */
  ago: number
  message: string
  isTest?: boolean
  position?: Position
  by: 'member' | 'canary'
  happened: {
    after: number
    kind: NewEntry['kind']
    as: 'guard' | 'member' | 'system'
    state?: AlarmState
    words?: string
  }[]
}

const alarms: Past[] = [
  {
    ago: 12 * day,
    by: 'member',
    message: 'Någon rycker i ytterdörren och ropar. Jag är ensam hemma.',
    position: { latitude: 59.27842, longitude: 18.00861, accuracyM: 14 },
    happened: [
      { after: 38_000, kind: 'taken', as: 'guard', state: 'acknowledged' },
      { after: 55_000, kind: 'position_seen', as: 'guard' },
      { after: 2 * minute, kind: 'note', as: 'guard', words: 'Två minuter bort, jag kommer till fots från stationen.' },
      { after: 4.5 * minute, kind: 'arrived', as: 'guard', state: 'on_site' },
      { after: 9 * minute, kind: 'note', as: 'member', words: 'Han har gått. Tack för att ni kom så fort.' },
      {
        after: 21 * minute,
        kind: 'note',
        as: 'guard',
        words: 'En berusad man som tagit fel på port. Vi följde honom hem.',
      },
      { after: 22 * minute, kind: 'resolved', as: 'guard', state: 'resolved' },
    ],
  },
  {
    ago: 5 * day,
    by: 'member',
    message: 'Det luktar rök i trapphuset',
    happened: [
      { after: 60_000, kind: 'called_again', as: 'system' },
      { after: 84_000, kind: 'taken', as: 'guard', state: 'acknowledged' },
      { after: 7 * minute, kind: 'arrived', as: 'guard', state: 'on_site' },
      {
        after: 12 * minute,
        kind: 'note',
        as: 'guard',
        words: 'En bränd kastrull på andra våningen. Ingen fara, vi vädrade.',
      },
      { after: 13 * minute, kind: 'false_alarm', as: 'guard', state: 'false_alarm' },
    ],
  },
  {
    ago: 2 * day,
    by: 'canary',
    isTest: true,
    message: 'Automatiskt testlarm. Svara JA så vet vi att larmet når dig.',
    happened: [
      { after: 26_000, kind: 'taken', as: 'guard', state: 'acknowledged' },
      { after: 5 * minute, kind: 'test_ended', as: 'system', state: 'cancelled' },
    ],
  },
]

/** Seeds closed alarms as the engine would have left them, so that the pages have a history to show. */
export async function seedAlarms(db: Database, memberId: string, guardId: string, now: Date) {
  const guard = await db
    .selectFrom('guards')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select(['company_id as companyId', 'companies.name as company'])
    .where('guards.id', '=', guardId)
    .executeTakeFirstOrThrow()
  const actors: Record<'guard' | 'member' | 'system', Actor> = {
    guard: { kind: 'partner', companyId: guard.companyId, guardId, via: 'link' },
    member: { kind: 'member', personId: memberId },
    system: { kind: 'system' },
  }
  const list = await readPartnerCallees(db, [postcode], now)
  for (const past of alarms) {
    const at = new Date(now.getTime() - past.ago)
    const [id, isTest] = [randomUUIDv7(), past.isTest ?? false]
    // Signed with a random secret that is thrown away, so these links open nothing.
    const unknown = openKeys([randomBytes(32).toString('hex')])
    const calls = callsTo(calleesOf(list, [postcode], 'partner', null), { id, isTest }, 'call', 1)
    const alarm = {
      id,
      key: randomUUID(),
      reportedBy: past.by === 'member' ? memberId : null,
      origin: past.by,
      postcode,
      message: past.message,
      isTest,
      position: past.position ?? null,
      place: null,
      isHiding: false,
      deadlines: deadlinesOf(defaultPolicy, { isTest, hasPartners: true, isWidened: false, canRing: true }),
      entries: [{ kind: 'raised' as const }, { kind: 'called' as const, facts: { people: list.length } }],
      calls: givenCalls(unknown, calls),
    }
    await insertAlarm(db, alarm, at)
    await markDelivered(db, alarm.id, at)
    for (const { after, kind, as, state, words } of past.happened) {
      const then = new Date(at.getTime() + after)
      await addEntries(db, then, { alarmId: alarm.id, kind, actor: actors[as] })
      if (words) await writeNote(db, alarm.id, actors[as], words, then)
      if (state) await updateAlarms(db, [alarm.id], changeTo(state, then, { ...guard, guardId }))
    }
    await settleCallAgain(db, alarm.id)
    await dropSteps(db, alarm.id, new Date(at.getTime() + 30 * minute))
  }
}

/** Marks the steps as done that the timeline says were carried out. */
async function settleCallAgain(db: Database, alarmId: string) {
  const calledAgain = db
    .selectFrom('alarm_timeline')
    .select('at')
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'called_again')
  await db
    .updateTable('alarm_steps')
    .set({ state: 'done', settled_at: calledAgain })
    .where('alarm_id', '=', alarmId)
    .where('kind', '=', 'call again')
    .where(({ exists }) => exists(calledAgain))
    .execute()
}

function changeTo(status: AlarmState, then: Date, taker: { companyId: string; guardId: string; company: string }) {
  if (status === 'on_site') return { status, on_site_at: then }
  if (status !== 'acknowledged') return { status, closed_at: then }
  return {
    status,
    taken_by_company: taker.companyId,
    taken_by_guard: taker.guardId,
    taker_company_name: taker.company,
    taken_at: then,
    first_taken_at: then,
  }
}

async function writeNote(db: Database, alarmId: string, actor: Actor, message: string, then: Date) {
  if (actor.kind !== 'partner' && actor.kind !== 'member') return
  const authorId = actor.kind === 'partner' ? actor.companyId : actor.personId
  await insertUpdate(db, { alarmId, key: randomUUID(), kind: 'note', by: actor.kind, authorId, message }, then)
}

async function markDelivered(db: Database, alarmId: string, at: Date) {
  const sent = new Date(at.getTime() + 400)
  await db
    .updateTable('alarm_deliveries')
    .set({ state: 'delivered', attempts: 1, sent_at: sent, delivered_at: new Date(at.getTime() + 2_600) })
    .where('alarm_id', '=', alarmId)
    .execute()
}
