import type { FollowedAlarm } from '../../history/alarm-wire'
import { useAlarmNews, useNewest } from '../../parts/use-alarm-news'

/** The member's alarms as they stand now: what the page came with, and what the stream has said since. */
export function useOwnAlarms(loaded: readonly FollowedAlarm[], loadedAt: Date) {
  const { alarms, tell, readAt } = useNewest(loaded, loadedAt)
  const hasLine = useAlarmNews('person', (news) => {
    if ('own' in news) tell(news.now, news.own)
  })
  return { alarms, readAt, hasLine }
}
