import { useEffect, useState } from 'react'
import { href, NavLink } from 'react-router'
import { listenToHints } from '~/live/public'
import { Icon } from '~/ui/marks/icon'
import { hearUnread, unreadShown } from '../hear-unread'

/** The link to the notices, with the number of unread ones. `counted` is a new object for each answer of the server. */
export function Bell({ counted }: { counted: { unread: number } }) {
  const unread = useLiveCount(counted)
  return (
    <NavLink
      to={href('/dashboard/notices')}
      className="relative -mx-1 grid size-[min(3rem,15vw)] shrink-0 place-content-center rounded-control hover:bg-mist"
    >
      <Icon name="bell" className="size-[min(1.5rem,7vw)]" />
      <span className="sr-only">Notiser</span>
      <span
        data-unread
        hidden={unread === 0}
        className="tabular absolute top-0 right-[max(-0.25rem,-1vw)] grid h-[min(1.25rem,6vw)] min-w-[min(1.25rem,6vw)] place-content-center rounded-full bg-spruce px-1 text-[min(0.75rem,4.5vw)] leading-none font-semibold text-on-spruce"
      >
        {unreadShown(unread)}
        <span className="sr-only"> att läsa</span>
      </span>
    </NavLink>
  )
}

/** The number from the server, updated after live hints. A newer loader answer overrides the updates. */
function useLiveCount(counted: { unread: number }): number {
  const [heard, setHeard] = useState({ since: counted, unread: counted.unread })
  useEffect(() => hearUnread(listenToHints, (unread) => setHeard({ since: counted, unread })), [counted])
  return heard.since === counted ? heard.unread : counted.unread
}
