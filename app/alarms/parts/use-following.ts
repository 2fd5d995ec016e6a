import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

const lookEvery = 5_000

/** Keeps a page true that has no stream of its own: behind a personal link there is nobody to stream to. */
export function useFollowing() {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void revalidate()
    }
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [revalidate])
}
