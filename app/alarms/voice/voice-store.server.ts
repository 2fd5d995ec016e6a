import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { isId } from '~/shared/asked'
import type { DeliveryState } from '../alarm'
import { reaches } from '../answer/part.server'
import { inOpenStates } from '../in-words.server'
import type { AnsweringDigit, AtPhone } from './recordings'

/** A phone call as the provider's webhooks identify it: our id, the try, and the provider's own id. */
export type Named = { id: string; attempt: number; providerId: string }

/** A phone call about an alarm: whom it was made to, and the present state for them. */
export type PhoneCall = AtPhone & {
  alarmId: string
  recipientId: string
  role: 'partner' | 'neighbour'
  companyId: string
  guardId: string | null
  name: string
  phone: string
  email: string | null
}

/** How long after a call was queued its webhooks are accepted; providers retry them for hours. */
const believed = sql`interval '15 minutes'`

/**
 * Finds the phone call, unless it is older than `believed`, or the latest try is known to have another provider id.
 * Events of an earlier try are still accepted.
 */
export async function readPhoneCall(
  db: Database,
  { id, attempt, providerId }: Named,
  now: Date,
): Promise<PhoneCall | null> {
  const { rows } = await sql<PhoneCall>`
    select delivery.alarm_id as "alarmId", recipient.id as "recipientId", recipient.role, recipient.company_id as "companyId",
      recipient.guard_id as "guardId", recipient.name, recipient.phone, recipient.email,
      delivery.is_test as "isTest", safety_alarms.status ${inOpenStates} as "isOpen", safety_alarms.status = 'new' as "isNew",
      coalesce(safety_alarms.taken_by_company = recipient.company_id
        and safety_alarms.taken_by_guard is not distinct from recipient.guard_id, false) as "isMine",
      coalesce((${reaches(now)}) and (recipient.guard_id is null
        or (guards.removed_at is null and guards.phone = recipient.phone)), false) as "isReached"
    from alarm_deliveries as delivery
    join alarm_recipients as recipient on recipient.id = delivery.recipient_id
    join safety_alarms on safety_alarms.id = delivery.alarm_id
    join companies on companies.id = recipient.company_id
    left join guards on guards.id = recipient.guard_id
    where delivery.id = ${id} and channel = 'voice' and delivery.attempts >= ${attempt}
      and delivery.created_at > ${now}::timestamptz - ${believed}
      and (delivery.attempts > ${attempt} or provider_id is null or provider_id = ${providerId})`.execute(db)
  return rows[0] ?? null
}

/**
 * Somebody pressed a digit, so the call was delivered, whatever its state was. False if it was answered (taken or
 * declined) before: a repeated digit is no second answer.
 */
export async function writeDigit(db: Database, { id, providerId }: Named, digit: AnsweringDigit | '2', now: Date) {
  const answer = digit === '2' ? null : digit
  const { numUpdatedRows } = await db
    .updateTable('alarm_deliveries')
    .set((row) => ({
      state: 'delivered',
      reason: null,
      digit: answer,
      provider_id: row.fn.coalesce('provider_id', sql.val(providerId)),
      sent_at: row.fn.coalesce('sent_at', sql.val(now)),
      delivered_at: row.fn.coalesce('delivered_at', sql.val(now)),
    }))
    .where('id', '=', id)
    .where('digit', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * The provider reports the end of a call. Accepted for the latest try, and for one whose outcome is unknown. Returns
 * its alarm, or null if nothing matched.
 */
export async function writeEnd(
  db: Database,
  { id, attempt, providerId }: Named,
  { state, reason, cost }: { state: Extract<DeliveryState, 'sent' | 'failed'>; reason: string; cost: number | null },
  now: Date,
): Promise<string | null> {
  const { rows } = await executeNamed(
    db,
    'end of a call',
    sql<{ alarmId: string }>`
    update alarm_deliveries set
      cost = coalesce(cost, ${cost}),
      provider_id = coalesce(provider_id, ${providerId}),
      state = case when state in ('sending', 'unsure') then ${state} else state end,
      reason = case when state in ('sending', 'unsure') then ${reason} else reason end,
      sent_at = case when state in ('sending', 'unsure') and ${state} = 'sent' then ${now} else sent_at end
    where id = ${id} and channel = 'voice' and state in ('sending', 'unsure', 'delivered', 'failed', 'sent')
      and case when provider_id is null then attempts = ${attempt} or state = 'unsure' else provider_id = ${providerId} end
    returning alarm_id as "alarmId"`,
  )
  return rows[0]?.alarmId ?? null
}

/** A phone call under way, as its provider would identify it; null if there is none. */
export async function readCallInTheAir(db: Database, id: string): Promise<Named | null> {
  if (!isId(id)) return null
  const row = await db
    .selectFrom('alarm_deliveries')
    .select(['attempts as attempt', 'provider_id as providerId'])
    .where('id', '=', id)
    .where('channel', '=', 'voice')
    .where('state', '=', 'sending')
    .executeTakeFirst()
  return row?.providerId ? { id, attempt: row.attempt, providerId: row.providerId } : null
}

/** Keyset pagination over phone calls, newest first; `before` is the last id of the previous page. */
export async function readCalls(db: Database, before: string | null, most: number) {
  let calls = db
    .selectFrom('alarm_deliveries as delivery')
    .innerJoin('alarm_recipients as recipient', 'recipient.id', 'delivery.recipient_id')
    .innerJoin('safety_alarms as alarm', 'alarm.id', 'delivery.alarm_id')
    .select(['delivery.id', 'delivery.state', 'delivery.reason', 'delivery.digit', 'delivery.is_test as isTest'])
    .select(['delivery.alarm_id as alarmId', 'alarm.postcode', 'recipient.name', 'recipient.phone'])
    .select('delivery.created_at as createdAt')
    .where('channel', '=', 'voice')
    .orderBy('delivery.id', 'desc')
    .limit(most)
  if (before) calls = calls.where('delivery.id', '<', before)
  return calls.execute()
}
