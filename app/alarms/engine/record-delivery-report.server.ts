import { sql } from 'kysely'
import type { Report } from '~/notifications/public.server'
import type { House } from '~/platform/house.server'
import { announceSent } from '../history/alarm-store.server'
import { hearOfWords } from '../watch/incident-store.server'

/** By the provider's name of the message, and by ours, which it gives back: a report may come before the answer. */
export type DeliveryReport = Pick<Report, 'providerId' | 'reference' | 'attempt'> & {
  state: 'delivered' | 'failed'
  reason?: string
}

/**
 * What the provider says afterwards. One that it took and then could not hand over is failed after all, and passes
 * to the next way; that is only believed of the try that counts, since a later one may be on its way. That it arrived is
 * true whichever try it was. False when no message of an alarm has that name.
 */
export async function recordDeliveryReport(
  { db, clock, wake }: Pick<House, 'db' | 'clock' | 'wake'>,
  { providerId, reference, attempt, state, reason }: DeliveryReport,
): Promise<boolean> {
  const now = clock.now()
  const { rows } = await sql<{ alarmId: string }>`
    with changed as (
      update alarm_deliveries set state = ${state}, reason = ${reason ?? null},
        provider_id = coalesce(provider_id, ${providerId}),
        sent_at = coalesce(sent_at, ${now}),
        delivered_at = case ${state} when 'delivered' then coalesce(delivered_at, ${now}::timestamptz) end
      where (provider_id = ${providerId} or id = ${reference}::uuid) and case ${state}
        when 'delivered' then state in ('queued', 'sending', 'sent', 'unsure', 'failed')
        else state in ('queued', 'sending', 'sent', 'unsure') and case when provider_id is null
          then attempts = coalesce(${attempt}::int, 1) else provider_id = ${providerId} end
        end
      returning *
    ), passed_on as (
      insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, due_at, is_test, created_at, turn)
      select changed.alarm_id, recipient_id, 'mail', kind, round, ${now}, is_test, ${now}, turn
      from changed join alarm_recipients on alarm_recipients.id = recipient_id
      where changed.state = 'failed' and channel <> 'mail' and email is not null
      on conflict do nothing
    )
    select alarm_id as "alarmId" from changed`.execute(db)
  if (rows.length === 0) {
    const isAuditors = reference !== null && (await hearOfWords(db, reference, state === 'delivered', now))
    return isAuditors || isKnown(db, providerId, reference)
  }
  await announceSent(
    db,
    rows.map(({ alarmId }) => alarmId),
  )
  if (state === 'failed') wake('alarms')
  return true
}

/** Reported twice, or about something that is settled. */
async function isKnown(db: House['db'], providerId: string, reference: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from alarm_deliveries where provider_id = ${providerId} or id = ${reference}::uuid limit 1`.execute(db)
  return rows.length > 0
}
