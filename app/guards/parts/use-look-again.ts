import { useEffect } from 'react'
import { useLook } from '~/live/public'

const every = 30_000

/**
 * Polls, since a guard has no account and so no live connection: every half minute, and when the page becomes visible
 * again.
 */
export function useLookAgain() {
  const look = useLook()
  useEffect(() => {
    const lookIfOnline = () => {
      if (navigator.onLine) void look()
    }
    const timer = setInterval(lookIfOnline, every)
    document.addEventListener('visibilitychange', lookIfOnline)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfOnline)
    }
  }, [look])
}
