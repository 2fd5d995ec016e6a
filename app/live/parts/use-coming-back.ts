import { useEffect } from 'react'
import { useLook } from './use-look'

const firstPauseMs = 2_000
const longestPauseMs = 30_000

/** How often the page has been fetched since the server was last away; exponent of the back-off. */
let returns = 0

/** With jitter, so that a thousand pages do not return at the same moment. */
const pause = () => Math.min(longestPauseMs, firstPauseMs * 2 ** returns) * (0.75 + Math.random() / 2)

/** Reloads an error page's data as soon as the server answers again. */
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
