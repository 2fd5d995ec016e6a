import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { executeNamed } from '~/platform/database/named-statement.server'
import { anewSince } from '../history/alarm-view-store.server'
import { inOpenStates } from '../in-words.server'
import { reaches } from './part.server'

/** A call to an open alarm that a phone was sent, or is being sent, and who the phone is there. */
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
  /** Somebody else of the same company has it. */
  isColleagues: boolean
  /** Empty while the SMS has not been written, or when there was none to give. */
  word: string | null
  wrongTries: number
}

/**
 * What a phone was called to lately. Nobody answers by SMS what lies two hundred alarms back, and a guard of many years
 * is not read through for each word.
 */
const latelyCalled = (phone: string) => sql`(
  select * from alarm_recipients where phone = ${phone} order by id desc limit 200) as recipient`

/**
 * Calls of this phone that are open and its business at this moment, the newest first. Also one whose SMS the provider says
 * has failed: whoever answers it has it.
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

/** What this phone was sent as a partner's and what was over within the last day, the newest first. */
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

/** Whether something about the alarm was texted to them at this moment or later. */
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

/** Whether an alarm went to a guard by SMS, to the number that the guard still has. */
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

/** False when they had said so before. */
export async function writeDeclined(db: Database, recipientId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alarm_recipients')
    .set({ declined_at: now })
    .where('id', '=', recipientId)
    .where('declined_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A company itself speaks for everybody of it who was called, a guard for themselves. */
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

/** False when they had opened it before, and it has not been everybody's anew since. */
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
