import { useEffect } from 'react'
import type { Subject } from '~/platform/realtime/hint'
import { listenToHints } from './live-line'
import { useLook } from './use-look'

/** A line may be down without anyone knowing: a page that is looked at also asks by itself. */
const lookEvery = 30_000

/** Keeps the page true while it is open: its loaders are asked again when somebody changes what it is about. */
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
