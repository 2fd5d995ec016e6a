import { useEffect, useState } from 'react'

/**
 * Holds a screen wake lock while the page is visible. The browser releases the lock when the page is hidden, and may
 * refuse it (low battery, no support). Returns the actual state, not the requested one.
 */
export function useLitScreen(): boolean {
  const [isLit, setIsLit] = useState(false)

  useEffect(() => {
    if (!('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isAsking = false
    let ended = false
    const ask = async () => {
      if (document.visibilityState !== 'visible' || isAsking || lock) return
      isAsking = true
      const given = await navigator.wakeLock.request('screen').catch(() => null)
      isAsking = false
      if (ended) return void given?.release()
      // Released before it arrived, as the page was hidden meanwhile.
      if (!given || given.released) return
      lock = given
      setIsLit(true)
      given.onrelease = () => {
        lock = null
        if (!ended) setIsLit(false)
      }
    }
    void ask()
    document.addEventListener('visibilitychange', ask)
    return () => {
      ended = true
      document.removeEventListener('visibilitychange', ask)
      void lock?.release()
    }
  }, [])

  return isLit
}
