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
    let isLooking = false
    let isOver = false
    const ask = async () => {
      // A look over a dead line lasts longer than the interval, and one beside it would report that all is well.
      if (isLooking) return
      isLooking = true
      const isThere = await look()
      isLooking = false
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
