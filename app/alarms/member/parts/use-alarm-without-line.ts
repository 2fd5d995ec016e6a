import { useEffect } from 'react'
import { isServerThere } from '~/live/public'

/** The alarm page, and the offline page that stands in for it. */
const alarmPath = '/dashboard/customer/safety'
const standIn = '/offline/page.html'
const lookAgainMs = 1_500

/**
 * If navigation to the alarm page fails, requests the whole page again instead of showing an error page. The service
 * worker, or the server without its database, then answers with the form that keeps a press.
 */
export function useAlarmWithoutLine(isLost: boolean) {
  useEffect(() => {
    if (isLost && location.pathname === alarmPath) void openStandIn()
  }, [isLost])
}

const isStillThere = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isServerThere()), lookAgainMs))

async function openStandIn() {
  // The failure may have been brief. If the server answers twice, the fault is in the page itself: reloading would fail
  // again, in an endless loop.
  if ((await isServerThere()) && (await isStillThere())) return
  // If the stand-in is not available either, stay on the error page: it shows 112, unlike the browser's own.
  const canBeHad = await fetch(standIn, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (canBeHad) location.replace(alarmPath)
}
