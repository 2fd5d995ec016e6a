import { useLook, useLooksOnlyWhile } from '~/live/public'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { useAlarmLine, useNewest } from '../../parts/use-alarm-news'
import { useSession } from './use-session'

/**
 * The member's alarms as they stand now: what the page came with, and what the stream has said since. Somebody who is not logged in
 * any longer keeps what they see, with 112 and the words that they wrote; asked again, the page would lead to the login.
 */
export function useOwnAlarms(loaded: readonly FollowedAlarm[], loadedAt: Date) {
  const { alarms, tell, readAt } = useNewest(loaded, loadedAt)
  const { isOver, stands } = useSession()
  useLooksOnlyWhile(stands)
  const look = useLook({ keepsAnswers: true })
  const hasLine = useAlarmLine(
    'person',
    (news) => {
      if ('own' in news) tell(news.now, news.own)
    },
    look,
  )
  return { alarms, readAt, isOver, hasLine: hasLine || isOver }
}
