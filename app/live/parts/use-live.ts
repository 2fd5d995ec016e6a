import { useEffect } from 'react'
import type { Subject } from '~/platform/realtime/hint'
import { listenToHints } from './live-line'
import { useLook } from './use-look'

/** Polling interval, in case the stream is down unnoticed. */
const lookEvery = 30_000

/** Revalidates the page's loaders when a hint about one of the subjects arrives. */
export function useLive(...about: Subject[]) {
  const look = useLook()
  const subjects = about.join(' ')
  useEffect(() => {
    const stop = listenToHints((heard) => {
      if (heard === 'everything' || subjects.split(' ').includes(heard)) void look()
    })
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [subjects, look])
}
