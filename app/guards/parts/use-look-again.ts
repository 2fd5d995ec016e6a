import { useEffect } from 'react'
import { useLook } from '~/live/public'

const every = 30_000

/** A guard has no account and so no live line: the page looks by itself, and whenever it is looked at again. */
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
