import { newKey } from '~/live/new-key'
import type { KeptAlarm } from './kept-alarms'

/**
 * What somebody was asked about and wants sent. It has a key of its own from then on: the first may have arrived, been taken and be
 * over by now, and would be answered as sent although nobody is called. Where it is still open the two are one alarm.
 */
export const confirmed = (alarm: KeptAlarm, now: number): KeptAlarm => ({ ...alarm, key: newKey(), confirmedAt: now })
