import { useEffect, useState } from 'react'

/**
 * Keeps the screen lit while the page is in front. The browser lets go of it when the page is hidden, and may refuse
 * (a flat battery, a browser that cannot); what is returned is what it says, not what was asked for.
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
      // Hidden again while the browser thought about it.
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
