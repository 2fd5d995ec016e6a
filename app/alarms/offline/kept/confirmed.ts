import { newKey } from '~/live/new-key'
import type { KeptAlarm } from './kept-alarms'

/**
 * An old alarm that the member has confirmed gets a new idempotency key. Under the old key it may already have arrived
 * and ended; a retry would then be answered as sent although nobody is called. If it is still open, the server joins
 * the two into one alarm.
 */
export const confirmed = (alarm: KeptAlarm, now: number): KeptAlarm => ({
  ...alarm,
  key: newKey(),
  confirmedAt: now,
  insteadOf: alarm.key,
})
