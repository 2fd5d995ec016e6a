import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { anewSince } from '../history/alarm-view-store.server'
import { inOpenStates } from '../in-words.server'
import { reaches } from './part.server'

/** A call to an open alarm that was or is being sent to a phone, and the phone's owner in that alarm. */
export type OpenCall = {
  alarmId: string
  recipientId: string
  role: 'partner' | 'neighbour'
  companyId: string
  guardId: string | null
  name: string
  phone: string
  email: string | null
  postcode: string
  isTest: boolean
  isMine: boolean
  /** A colleague at the same company has the alarm. */
  isColleagues: boolean
  /** Null until the SMS is written, or when no free word was left. */
  word: string | null
  wrongTries: number
}

/** The last 200 calls to a phone: keeps lookups fast for a guard of many years. Nobody answers older ones by SMS. */
const latelyCalled = (phone: string) => sql`(
  select * from alarm_recipients where phone = ${phone} order by id desc limit 200) as recipient`

/**
 * Open calls of this phone that still concern it, newest first. Includes calls whose SMS was reported as failed:
 * whoever answers has received it.
 */
export async function readOpenCalls(db: Database, phone: string, now: Date): Promise<OpenCall[]> {
  const { rows } = await executeNamed(
    db,
    'open calls',
    sql<OpenCall>`
    select safety_alarms.id as "alarmId", recipient.id as "recipientId", recipient.role,
      recipient.company_id as "companyId", recipient.guard_id as "guardId", recipient.name, recipient.phone,
      recipient.email, safety_alarms.postcode, safety_alarms.is_test as "isTest",
      coalesce(safety_alarms.taken_by_company = recipient.company_id
        and safety_alarms.taken_by_guard is not distinct from recipient.guard_id, false) as "isMine",
      coalesce(safety_alarms.taken_by_company = recipient.company_id
        and safety_alarms.taken_by_guard is distinct from recipient.guard_id, false) as "isColleagues",
      given.word, coalesce(given.wrong_tries, 0) as "wrongTries"
    from ${latelyCalled(phone)}
    join safety_alarms on safety_alarms.id = recipient.alarm_id
    join companies on companies.id = recipient.company_id
    left join guards on guards.id = recipient.guard_id
    left join alarm_words as given on given.recipient_id = recipient.id and given.phone = recipient.phone
    where safety_alarms.status ${inOpenStates}
      and ${reaches(now)}
      and (recipient.guard_id is null or (guards.removed_at is null and guards.phone = recipient.phone))
      and (given.word is not null or exists (select from alarm_deliveries
        where recipient_id = recipient.id and channel = 'sms' and state <> 'withdrawn'))
    order by recipient.id desc`,
  )
  return rows
}

export type OverCall = {
  alarmId: string
  companyId: string
  guardId: string | null
  isTest: boolean
  word: string | null
}

/** Partner calls to this phone whose alarm ended within the last day, newest first. */
export async function readOverCalls(db: Database, phone: string, now: Date): Promise<OverCall[]> {
  const { rows } = await executeNamed(
    db,
    'over calls',
    sql<OverCall>`
    select safety_alarms.id as "alarmId", recipient.company_id as "companyId", recipient.guard_id as "guardId",
      safety_alarms.is_test as "isTest", given.word
    from ${latelyCalled(phone)}
    join safety_alarms on safety_alarms.id = recipient.alarm_id
    left join guards on guards.id = recipient.guard_id
    left join alarm_words as given on given.recipient_id = recipient.id and given.phone = recipient.phone
    where recipient.company_id is not null
      and (recipient.guard_id is null or (guards.removed_at is null and guards.phone = recipient.phone))
      and safety_alarms.closed_at > ${now}::timestamptz - interval '1 day'
      and exists (select from alarm_deliveries
        where recipient_id = recipient.id and channel = 'sms' and state not in ('queued', 'withdrawn'))
    order by recipient.id desc`,
  )
  return rows
}

/** Whether any SMS about the alarm was sent to the recipient at `since` or later. */
export async function wasTextedSince(db: Database, recipientId: string, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('alarm_deliveries')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('channel', '=', 'sms')
    .where('state', 'in', ['sent', 'unsure', 'delivered'])
    .where('sent_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether an alarm was sent to a guard by SMS, at the number that the guard still has. */
export async function wasTexted(db: Database, alarmId: string, guardId: string): Promise<boolean> {
  const found = await db
    .selectFrom('alarm_recipients as recipient')
    .innerJoin('guards', (join) =>
      join.onRef('guards.id', '=', 'recipient.guard_id').onRef('guards.phone', '=', 'recipient.phone'),
    )
    .innerJoin('alarm_deliveries as delivery', 'delivery.recipient_id', 'recipient.id')
    .select('recipient.id')
    .where('recipient.alarm_id', '=', alarmId)
    .where('recipient.guard_id', '=', guardId)
    .where('delivery.channel', '=', 'sms')
    .where('delivery.state', 'in', ['sending', 'sent', 'unsure', 'delivered'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false if they had already declined. */
export async function writeDeclined(db: Database, recipientId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_recipients')
    .set({ declined_at: now })
    .where('id', '=', recipientId)
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A company's owner declines for everybody at the company who was called, a guard only for themselves. */
export async function writePartnerDeclined(
  db: Database,
  alarmId: string,
  { companyId, guardId }: { companyId: string; guardId: string | null },
  now: Date,
) {
  let called = db
    .updateTable('alarm_recipients')
    .set({ declined_at: now })
    .where('alarm_id', '=', alarmId)
    .where('company_id', '=', companyId)
    .where('declined_at', 'is', null)
  if (guardId) called = called.where('guard_id', '=', guardId)
  await called.execute()
}

/** Returns false if they had already opened the alarm and it has not been reopened since. */
export async function writeSeen(
  db: Database,
  alarmId: string,
  { companyId, guardId }: { companyId: string; guardId: string | null },
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_recipients')
    .set({ seen_at: now })
    .where('alarm_id', '=', alarmId)
    .where('company_id', '=', companyId)
    .where('guard_id', 'is not distinct from', guardId)
    .where(sql<boolean>`(seen_at is null or seen_at < ${anewSince(sql`alarm_recipients.alarm_id`)})`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
