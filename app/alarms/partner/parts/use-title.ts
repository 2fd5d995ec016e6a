import { useEffect } from 'react'

/**
 * Alternates the tab's title with the number of waiting alarms, so that it is seen from another tab. The page's own
 * title may change meanwhile.
 */
export function useTitle(waiting: number) {
  useEffect(() => {
    if (waiting === 0) return
    const called = waiting === 1 ? '● LARM väntar' : `● ${waiting} LARM väntar`
    let own = document.title
    const turn = () => {
      if (document.title === called) document.title = own
      else {
        own = document.title
        document.title = called
      }
    }
    turn()
    const timer = setInterval(turn, 1_000)
    return () => {
      clearInterval(timer)
      if (document.title === called) document.title = own
    }
  }, [waiting])
}
