import { useEffect } from 'react'

/** How many alarms wait, seen from another tab: by turns with the page's own title, which may become another meanwhile. */
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
