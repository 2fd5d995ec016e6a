import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { tellCircle } from '../../circle/circle-calls-store.server'
import { announceSent, lockAlarm } from '../../history/alarm-store.server'
import { insertFollowUps } from '../../raise/call-store.server'
import { hearOfWords } from '../../watch/incident-store.server'
import { isOurs, type Reported, writeArrived, writeReport } from '../delivery-store.server'

/**
 * Records a provider's delivery report. 'Failed' (accepted first, then undeliverable) triggers the fallback channel,
 * and counts only for the latest try, since a later one may be under way. 'Delivered' holds whichever try it was. False
 * when no message of an alarm has that id.
 */
export async function recordDeliveryReport(
  { db, clock, wake, tracing }: Pick<House, 'db' | 'clock' | 'wake' | 'tracing'>,
  report: Reported,
): Promise<boolean> {
  const now = clock.now()
  const { providerId, reference, state } = report
  const { changed, arrivedAfterAll } = await writeReport(db, report, now)
  for (const alarmId of [...changed, ...arrivedAfterAll]) tracing.join(alarmId, 'a part')
  for (const alarmId of arrivedAfterAll) await takeBackFailure(db, alarmId, report, now)
  if (changed.length === 0 && arrivedAfterAll.length === 0) {
    const isAuditors = reference !== null && (await hearOfWords(db, reference, state === 'delivered', now))
    return isAuditors || isOurs(db, providerId, reference)
  }
  await announceSent(db, [...changed, ...arrivedAfterAll])
  if (state === 'failed' || arrivedAfterAll.length > 0) wake('alarms')
  return true
}

/**
 * A call that was reported as failed has arrived after all. Its recipient was counted as never called, and so was left
 * out when the others were told that the alarm was taken or over: they are told now.
 */
async function takeBackFailure(db: Database, alarmId: string, report: Reported, now: Date) {
  await db.transaction().execute(async (trx) => {
    // Lock order: the alarm before its messages, as in taking and ending an alarm, to avoid a deadlock.
    const alarm = await lockAlarm(trx, alarmId)
    const onlyRecipients = await writeArrived(trx, alarmId, report, now)
    if (!alarm || alarm.state === 'new') return
    const kind = alarm.closedAt ? 'closed' : 'taken'
    await insertFollowUps(trx, [alarmId], kind, { roles: ['partner', 'neighbour', 'operator'], onlyRecipients }, now)
    await tellCircle(trx, [alarmId], kind, now)
  })
}
