import { useCallback } from 'react'
import { useFetcher } from 'react-router'
import { isServerThere } from '~/live/public'
import { isOpen } from '../../alarm'
import { useAlarmLine, useNewest } from '../../parts/use-alarm-news'
import type { OpenAlarm } from '../open-alarms'

/** Loaded by the page's frame. Null for a company that is not called to alarms. */
export type OpenAlarms = { now: Date; alarms: OpenAlarm[] } | null

type Board = { now: Date; alarms: OpenAlarm[]; notCalled: string | null }

/**
 * The open alarms, for a page about something else. After a gap in the stream the alarms' page (`address`) is fetched,
 * instead of revalidating this page: the router would then discard the answer to a form here. On the alarms' page
 * itself, which has its own stream, pass `listens` false.
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
    false,
  )
  if (!loaded || data?.notCalled) return []
  return alarms.filter(({ state }) => isOpen(state))
}
