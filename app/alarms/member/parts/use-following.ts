import { useEffect } from 'react'
import { useLook } from '~/live/public'

const lookEvery = 5_000

/** Polls for a page without a stream, such as one behind a personal link, where there is no session to stream to. */
export function useFollowing() {
  const look = useLook({ keepsAnswers: true })
  useEffect(() => {
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [look])
}
