import { sql } from 'kysely'
import { personName } from '~/accounts/public.server'
import { type Database, onDisk } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import type { AlarmChannel, Origin } from '../alarm'
import type { Claimed } from '../engine/delivery-store.server'
import { changeNotice, type Facts } from '../history/alarm-store.server'
import type { TimelineKind } from '../history/timeline'
import type { Deadline } from '../watch/policy'
import { drawWords, isExhausted } from '../words/word-store.server'
import { carriesWord } from '../words/words'
import { type GivenCall, givenRows, insertGivenRecipients } from './call-store.server'
import type { Position } from './press'
import type { Place } from './where/place'

export type NewAlarm = {
  id: string
  key: string
  reportedBy: string | null
  origin: Origin
  postcode: string
  message: string
  isTest: boolean
  position: Position | null
  place: Place | null
  isHiding: boolean
  deadlines: Deadline[]
  entries: { kind: TimelineKind; facts?: Facts }[]
  /** The calls to send at once (`givenCalls`), nearest first. */
  calls: readonly GivenCall[]
}

/** The parts of a message that are known only after the insert. */
type Written = { id: string; recipientId: string; channel: AlarmChannel; word: string | null }

/**
 * Inserts an alarm, its recipients, the first message to each, the deadlines, the first lines of history and the NOTIFY
 * in one statement: a press costs one round trip. Null (a no-op) when this key was used before, or when the member has
 * an open alarm to join. The commit waits for the disk whatever the server's default (`synchronous_commit`): an alarm
 * confirmed as sent survives a power cut.
 * With `until`, this process claims the messages in the same commit and gets them as `claimDeliveries` would return
 * them. An SMS has its answer word then, unless a concurrent call took that word. No check of validity is needed: the
 * recipients were read a moment ago, and nobody can have acted on an alarm that nobody has seen.
 */
export async function insertAlarm(
  db: Database,
  alarm: NewAlarm,
  now: Date,
  until: Date | null = null,
): Promise<Claimed[] | null> {
  const { id, reportedBy, isTest, position } = alarm
  const isPress = alarm.origin === 'member'
  const words = until ? alarm.calls.flatMap((call) => wordsFor(call, now)) : []
  const { rows } = await executeNamed(
    db,
    'raise alarm',
    sql<{ claimed: Written[]; memberName: string | null }>`
    with alarm as (
      insert into safety_alarms (id, key, reported_by, origin, postcode, message, is_test, place, is_hiding, called_at, created_at)
      values (${id}, ${alarm.key}, ${reportedBy}, ${alarm.origin}, ${alarm.postcode},
        ${alarm.message}, ${isTest}, ${alarm.place}, ${alarm.isHiding}, ${now}, ${now})
      on conflict do nothing returning id, postcode, is_test, reported_by
    ), place as (
      insert into alarm_positions (alarm_id, latitude, longitude, accuracy_m, created_at)
      select id, ${position?.latitude ?? null}, ${position?.longitude ?? null}, ${position?.accuracyM ?? null}, ${now}
      from alarm where ${position !== null}
    ), steps as (
      insert into alarm_steps (alarm_id, kind, armed_at, due_at, is_test)
      select id, kind, ${now}, ${now}::timestamptz + make_interval(secs => "afterS"), ${isTest}
      from alarm, jsonb_to_recordset(${JSON.stringify(alarm.deadlines)}) as given (kind text, "afterS" int)
    ), history as (
      insert into alarm_timeline (alarm_id, at, kind, actor_kind, actor_id, facts)
      select id, ${now}, kind, case when kind in ('raised', 'hides') then ${isPress ? 'member' : 'system'} else 'system' end,
        case when kind in ('raised', 'hides') then ${isPress ? reportedBy : null}::uuid end, coalesce(facts, '{}')
      from alarm, jsonb_to_recordset(${JSON.stringify(alarm.entries)}) as given (kind text, facts jsonb)
    ), given as (
      select given.* from alarm join ${givenRows(alarm.calls)} on "alarmId" = alarm.id
    ), recipients as (
      ${insertGivenRecipients(now)}
    ), deliveries as (
      insert into alarm_deliveries
        (alarm_id, recipient_id, channel, kind, round, epoch, due_at, is_test, created_at, turn, state, attempts)
      select "alarmId", id, channel, kind, round, 1, coalesce(${until}::timestamptz, ${now}), "isTest", ${now}, turn,
        case when ${until}::timestamptz is null then 'queued' else 'sending' end, (${until}::timestamptz is not null)::int
      from given cross join unnest(channels) as channel order by rank
      returning id, recipient_id, channel, turn
    ), spoken as (
      insert into alarm_words (recipient_id, phone, word, given_at)
      select drawn.id, drawn.phone, free.word, ${now}
      from alarm, jsonb_to_recordset(${JSON.stringify(words)}) as drawn (id uuid, phone text, words jsonb)
      cross join lateral first_free_word(drawn.phone, drawn.words) as free (word)
      where free.word is not null
      -- Fixed lock order: two transactions that draw the same words for the same phones cannot deadlock.
      order by drawn.phone, free.word
      on conflict do nothing
      returning recipient_id, word
    )
    select ${changeNotice}, ${onDisk},
      split_part(${personName('alarm.reported_by')}, ' ', 1) as "memberName",
      case when ${until}::timestamptz is null then '[]' else (
        select coalesce(json_agg(json_build_object('id', deliveries.id, 'recipientId', deliveries.recipient_id,
          'channel', channel, 'word', word) order by deliveries.turn, deliveries.id), '[]')
        from deliveries left join spoken on spoken.recipient_id = deliveries.recipient_id) end as claimed
    from alarm`,
  )
  const [row] = rows
  return row ? claimedOf(alarm, now, row) : null
}

const nobodyHasIt = {
  takerName: null,
  takerFirstName: null,
  isTaker: false,
  isColleagues: false,
  isOver: false,
  isOutAgain: false,
}

function wordsFor({ id, kind, role, phone, channels }: GivenCall, now: Date) {
  if (!phone || !channels.includes('sms') || !carriesWord({ kind, role, ...nobodyHasIt })) return []
  if (isExhausted(phone, now)) return []
  return [{ id, phone, words: drawWords() }]
}

/** Builds what `claimDeliveries` would return: a new alarm has no taker. */
function claimedOf(alarm: NewAlarm, now: Date, row: { claimed: Written[]; memberName: string | null }): Claimed[] {
  const byId = new Map(alarm.calls.map((call) => [call.id, call]))
  return row.claimed.flatMap((written) => {
    const call = byId.get(written.recipientId)
    if (!call) return []
    const { alarmId, isTest, kind, round, role, companyId, guardId, profileId, phone, email, linkHash } = call
    const person = profileId ?? call.ownerId
    return {
      ...written,
      ...nobodyHasIt,
      ...{ alarmId, isTest, kind, round, role, companyId, phone, email, linkHash },
      ...{ postcode: alarm.postcode, origin: alarm.origin, isHiding: alarm.isHiding, happenedAt: now },
      ...{ attempts: 1, unanswered: 0, companions: [], reporter: null },
      memberName: role === 'circle' ? row.memberName : null,
      pushOwner: guardId ? { kind: 'guard', id: guardId } : person ? { kind: 'person', id: person } : null,
      ...{ mayReceive: true, isStillNeeded: true, wasPlaced: false, isRinging: false },
    } satisfies Claimed
  })
}
