import { useEffect, useState } from 'react'
import { useLook } from '~/live/public'

const lookEvery = 5_000

/**
 * Polls for a page without a stream, such as one behind a personal link, where there is no session to stream to. False
 * while the server cannot be reached.
 */
export function useFollowing(): boolean {
  const look = useLook({ keepsAnswers: true })
  const [hasLine, setHasLine] = useState(true)
  useEffect(() => {
    let isOver = false
    const ask = async () => {
      // A hidden page asks nothing, so it learns nothing of the line.
      if (document.visibilityState === 'hidden') return
      const isThere = await look()
      if (!isOver) setHasLine(isThere)
    }
    const timer = setInterval(ask, lookEvery)
    document.addEventListener('visibilitychange', ask)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [look])
  return hasLine
}
