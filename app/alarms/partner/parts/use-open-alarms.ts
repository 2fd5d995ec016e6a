import { useCallback } from 'react'
import { useFetcher } from 'react-router'
import { isServerThere } from '~/live/public'
import { isOpen } from '../../alarm'
import { useAlarmLine, useNewest } from '../../parts/use-alarm-news'
import type { OpenAlarm } from '../open-alarms'

/** Read by the frame of a page; null where nobody is called to alarms. */
export type OpenAlarms = { now: Date; alarms: OpenAlarm[] } | null

type Board = { now: Date; alarms: OpenAlarm[]; notCalled: string | null }

/**
 * The alarms that are open, on a page that is about something else. What the stream missed is asked of the alarms' own page
 * (`address`) and not of this one's loaders: the router would forget what a form here was answered. On that page itself, which
 * listens and looks again, nothing is asked twice.
 */
export function useOpenAlarms(
  who: 'person' | 'guard',
  loaded: OpenAlarms,
  address: string,
  listens = true,
): OpenAlarm[] {
  const { load, data } = useFetcher<Board>()
  const ask = useCallback(async () => {
    if (document.visibilityState === 'hidden') return true
    const isThere = await isServerThere()
    if (isThere) void load(address)
    return isThere
  }, [load, address])
  const read = data && loaded && data.now > loaded.now ? data : loaded
  const { alarms, tell } = useNewest<OpenAlarm>(read?.alarms ?? [], read?.now ?? new Date(0))
  useAlarmLine(
    loaded && listens ? who : null,
    (news) => {
      if ('partner' in news) tell(news.now, news.partner)
    },
    ask,
  )
  if (!loaded || data?.notCalled) return []
  return alarms.filter(({ state }) => isOpen(state))
}
