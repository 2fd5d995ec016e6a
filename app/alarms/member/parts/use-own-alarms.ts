import { useLook, useLooksOnlyWhile } from '~/live/public'
import type { FollowedAlarm } from '../../history/alarm-wire'
import { useAlarmLine, useNewest } from '../../parts/use-alarm-news'
import { useSession } from './use-session'

/**
 * The member's alarms: the loader's data merged with newer news from the stream. After logout the page keeps showing
 * them, with 112 and the member's words; a revalidation would redirect to the login.
 */
export function useOwnAlarms(loaded: readonly FollowedAlarm[], loadedAt: Date, mark?: string) {
  const { alarms, tell, readAt } = useNewest(loaded, loadedAt)
  const { isOver, isBlocked, stands } = useSession(mark)
  useLooksOnlyWhile(stands)
  const look = useLook({ keepsAnswers: true })
  const hasLine = useAlarmLine(
    'person',
    (news) => {
      if ('own' in news) tell(news.now, news.own)
    },
    look,
    true,
  )
  return { alarms, readAt, isOver, isBlocked, stands, hasLine: hasLine || isOver }
}
