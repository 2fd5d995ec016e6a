import { useEffect } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { useLook } from './use-look'

/**
 * Whether a page was lost because the server could not be reached, or a proxy said so in its place. A browser has the same
 * name for it as for a fault in a page, which is why coming back is tried ever more seldom.
 */
export function isLostLine(error: unknown): boolean {
  if (isRouteErrorResponse(error)) return error.status >= 502 && error.status <= 504
  return error instanceof TypeError
}

const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** How often it was asked for since the server was last away. */
let returns = 0

/** Not all at the same moment when a server comes back to a thousand pages. */
const pause = () => Math.min(longestPauseMs, firstPauseMs * 2 ** returns) * (0.75 + Math.random() / 2)

/** Fetches the page anew as soon as the server answers, so that nobody has to watch an error page. */
export function useComingBack(isWanted: boolean) {
  const look = useLook({ keepsAnswers: true })
  useEffect(() => {
    if (!isWanted) return
    let timer = setTimeout(comeBack, pause())
    let isOver = false
    async function comeBack() {
      if (document.visibilityState === 'visible') returns = (await look()) ? returns + 1 : 0
      if (!isOver) timer = setTimeout(comeBack, pause())
    }
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWanted, look])
}
