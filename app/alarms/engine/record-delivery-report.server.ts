import type { House } from '~/platform/house.server'
import { announceSent } from '../history/alarm-store.server'
import { hearOfWords } from '../watch/incident-store.server'
import { isOurs, type Reported, writeReport } from './delivery-store.server'

/**
 * What the provider says afterwards. One that it took and then could not hand over is failed after all, and passes
 * to the next way; that is only believed of the try that counts, since a later one may be on its way. That it arrived is
 * true whichever try it was. False when no message of an alarm has that name.
 */
export async function recordDeliveryReport(
  { db, clock, wake }: Pick<House, 'db' | 'clock' | 'wake'>,
  report: Reported,
): Promise<boolean> {
  const now = clock.now()
  const { providerId, reference, state } = report
  const alarmIds = await writeReport(db, report, now)
  if (alarmIds.length === 0) {
    const isAuditors = reference !== null && (await hearOfWords(db, reference, state === 'delivered', now))
    return isAuditors || isOurs(db, providerId, reference)
  }
  await announceSent(db, alarmIds)
  if (state === 'failed') wake('alarms')
  return true
}
