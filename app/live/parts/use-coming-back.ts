import { useEffect } from 'react'
import { useLook } from './use-look'

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
