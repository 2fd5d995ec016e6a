import { sql } from 'kysely'
import type { Database } from '~/platform/database/database.server'
import { reaches } from './part.server'

/** An open alarm that a phone was sent, and who the phone is there. */
export type Answering = {
  alarmId: string
  recipientId: string
  role: 'partner' | 'neighbour'
  companyId: string
  guardId: string | null
  name: string
  phone: string
  email: string | null
  isMine: boolean
}

/**
 * What a phone was called to lately. Nobody answers by SMS what lies two hundred alarms back, and a guard of many years
 * is not read through for each word.
 */
const latelyCalled = (phone: string) => sql`(
  select * from alarm_recipients where phone = ${phone} order by id desc limit 200) as recipient`

/** Open alarms that this phone has been sent and that are its business at this moment, the newest first. */
export async function readAlarmsSentTo(db: Database, phone: string, now: Date): Promise<Answering[]> {
  const { rows } = await sql<Answering>`/* alarms sent to */
    select safety_alarms.id as "alarmId", recipient.id as "recipientId", recipient.role,
      recipient.company_id as "companyId", recipient.guard_id as "guardId", recipient.name, recipient.phone,
      recipient.email,
      safety_alarms.taken_by_company = recipient.company_id
        and safety_alarms.taken_by_guard is not distinct from recipient.guard_id as "isMine"
    from ${latelyCalled(phone)}
    join safety_alarms on safety_alarms.id = recipient.alarm_id
    join companies on companies.id = recipient.company_id
    left join guards on guards.id = recipient.guard_id
    where safety_alarms.status in ('new', 'acknowledged', 'on_site')
      and ${reaches(now)}
      and (recipient.guard_id is null or (guards.removed_at is null and guards.phone = recipient.phone))
      and exists (select from alarm_deliveries
        where recipient_id = recipient.id and channel = 'sms' and state in ('sending', 'sent', 'delivered'))
    order by recipient.id desc limit 20`.execute(db)
  return rows
}

/** A test of the last day that this phone was sent as a guard's, and that is over. */
export async function readTestSentTo(
  db: Database,
  phone: string,
  now: Date,
): Promise<{ alarmId: string; guardId: string; companyId: string } | undefined> {
  const { rows } = await sql<{ alarmId: string; guardId: string; companyId: string }>`/* test sent to */
    select safety_alarms.id as "alarmId", guards.id as "guardId", guards.company_id as "companyId"
    from ${latelyCalled(phone)}
    join safety_alarms on safety_alarms.id = recipient.alarm_id
    join guards on guards.id = recipient.guard_id
    where guards.phone = ${phone} and guards.removed_at is null
      and safety_alarms.is_test and safety_alarms.closed_at > ${now}::timestamptz - interval '1 day'
      and exists (select from alarm_deliveries
        where recipient_id = recipient.id and channel = 'sms' and state in ('sending', 'sent', 'delivered'))
    order by recipient.id desc limit 1`.execute(db)
  return rows[0]
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
    .where('delivery.state', 'in', ['sending', 'sent', 'delivered'])
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
