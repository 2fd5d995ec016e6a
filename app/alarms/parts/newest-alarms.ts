import { createContext, use } from 'react'
import type { PartnerAlarm } from '../history/alarm-views'

/** The alarms of the screen around a page, as the stream has told of them. */
export const NewestAlarms = createContext<readonly PartnerAlarm[]>([])

/** The same alarm as the screen around it knows it, which is never older; as it was loaded where there is none. */
export function useNewestAlarm(loaded: PartnerAlarm): PartnerAlarm {
  return use(NewestAlarms).find(({ id }) => id === loaded.id) ?? loaded
}
