import { useEffect, useState } from 'react'
import { href, NavLink } from 'react-router'
import { listenToHints } from '~/live/public'
import { Icon } from '~/ui/marks/icon'

/** The way to what was sent to somebody, with how much of it is new. `unread` is an object of each answer of the server. */
export function Bell({ counted }: { counted: { unread: number } }) {
  const unread = useLiveCount(counted)
  return (
    <NavLink
      to={href('/dashboard/notices')}
      className="relative -mx-1 grid size-[min(3rem,15vw)] shrink-0 place-content-center rounded-control hover:bg-mist"
    >
      <Icon name="bell" className="size-6" />
      <span className="sr-only">Notiser</span>
      {unread > 0 && (
        <span className="tabular absolute top-1 right-0.5 grid h-5 min-w-5 place-content-center rounded-full bg-spruce px-1 text-[0.75rem] leading-none font-semibold text-on-spruce">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> olästa</span>
        </span>
      )}
    </NavLink>
  )
}

/** What the page was shown with, until a hint says that there may be more; a newer answer of the page counts more than that. */
function useLiveCount(counted: { unread: number }): number {
  const [heard, setHeard] = useState({ since: counted, unread: counted.unread })
  useEffect(() => {
    let current = true
    const stop = listenToHints(async (about) => {
      if (about !== 'notices' && about !== 'everything') return
      const unread = await askUnread()
      if (current && unread !== null) setHeard({ since: counted, unread })
    })
    return () => {
      current = false
      stop()
    }
  }, [counted])
  return heard.since === counted ? heard.unread : counted.unread
}

const patienceMs = 5_000

/** Null when nobody answers: the number that is shown stays. */
async function askUnread(): Promise<number | null> {
  try {
    const answer = await fetch(href('/dashboard/notices/unread'), { signal: AbortSignal.timeout(patienceMs) })
    if (!answer.ok || answer.redirected) return null
    return ((await answer.json()) as { unread: number }).unread
  } catch {
    return null
  }
}
