import type { Database } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import { tellCircle } from '../../circle/circle-calls-store.server'
import { announceSent, lockAlarm } from '../../history/alarm-store.server'
import { insertFollowUps } from '../../raise/call-store.server'
import { hearOfWords } from '../../watch/incident-store.server'
import { isOurs, type Reported, writeArrived, writeReport } from '../delivery-store.server'

/**
 * What the provider says afterwards. One that it took and then could not hand over is failed after all, and passes
 * to the next way; that is only believed of the try that counts, since a later one may be on its way. That it arrived is
 * true whichever try it was. False when no message of an alarm has that name.
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
 * A call that the provider had reported as failed arrived after all. Whoever it reached was counted as never called, and was
 * passed over when the others heard that somebody had the alarm, or that it was over: they are told it now.
 */
async function takeBackFailure(db: Database, alarmId: string, report: Reported, now: Date) {
  await db.transaction().execute(async (trx) => {
    // Before its messages, as whoever takes or ends it does: neither waits for what the other holds.
    const alarm = await lockAlarm(trx, alarmId)
    const onlyRecipients = await writeArrived(trx, alarmId, report, now)
    if (!alarm || alarm.state === 'new') return
    const kind = alarm.closedAt ? 'closed' : 'taken'
    await insertFollowUps(trx, [alarmId], kind, { roles: ['partner', 'neighbour', 'operator'], onlyRecipients }, now)
    await tellCircle(trx, [alarmId], kind, now)
  })
}
