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
    const ask = async () => setHasLine(await look())
    const timer = setInterval(ask, lookEvery)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [look])
  return hasLine
}
