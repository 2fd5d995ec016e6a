import { useEffect, useState } from 'react'

/**
 * Whole seconds left, counted from the server's remaining time by the browser's timer: a phone's clock may be minutes
 * off. Null before hydration and when the time is up.
 */
export function useSecondsLeft(end: Date | null, serverNow: Date): number | null {
  const [left, setLeft] = useState<number | null>(null)
  const endAt = end?.getTime() ?? null
  const begunAt = serverNow.getTime()

  useEffect(() => {
    if (endAt === null) {
      setLeft(null)
      return
    }
    const began = performance.now()
    const count = () => {
      const ms = endAt - begunAt - (performance.now() - began)
      setLeft(ms > 0 ? Math.ceil(ms / 1000) : null)
    }
    count()
    const timer = setInterval(count, 250)
    return () => clearInterval(timer)
  }, [endAt, begunAt])

  return left
}

/** For example "0:42" or "4:05". */
export function minutesAndSeconds(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
