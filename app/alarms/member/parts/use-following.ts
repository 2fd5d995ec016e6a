import { useEffect } from 'react'
import { useLook } from '~/live/public'

const lookEvery = 5_000

/** Keeps a page true that has no stream of its own: behind a personal link there is nobody to stream to. */
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
