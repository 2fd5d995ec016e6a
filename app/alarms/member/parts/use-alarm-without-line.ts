import { useEffect } from 'react'
import { isServerThere } from '~/live/public'

/** Where the alarm's page is, and the page that stands in for it. */
const alarmPath = '/dashboard/customer/safety'
const standIn = '/offline/page.html'
const lookAgainMs = 1_500

/**
 * Whoever was on the way to the alarm's page is not left with an error page: it is asked for once more as a whole, and
 * the service worker, or the server without its database, answers with the form that keeps a press.
 */
export function useAlarmWithoutLine(isLost: boolean) {
  useEffect(() => {
    if (isLost && location.pathname === alarmPath) void openStandIn()
  }, [isLost])
}

const isStillThere = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isServerThere()), lookAgainMs))

async function openStandIn() {
  // What it says may have been so a moment ago. Is it so again, what is broken is the page itself: it would come back just
  // as broken, for ever.
  if ((await isServerThere()) && (await isStillThere())) return
  // Without any of the two the error page, which has 112 on it, is better than the browser's own.
  const canBeHad = await fetch(standIn, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (canBeHad) location.replace(alarmPath)
}
