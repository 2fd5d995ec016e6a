import { createContext, use } from 'react'
import type { PartnerAlarm } from '../history/alarm-views'

/** The alarms of the surrounding screen, kept up to date by the stream. */
export const NewestAlarms = createContext<readonly PartnerAlarm[]>([])

/** The newest version of an alarm: the surrounding screen's, which is never older, or else as loaded. */
export function useNewestAlarm(loaded: PartnerAlarm): PartnerAlarm {
  return use(NewestAlarms).find(({ id }) => id === loaded.id) ?? loaded
}
