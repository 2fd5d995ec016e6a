import { useEffect } from 'react'
import { keptShifts } from './kept-stops'
import { postLateStop } from './post-late-stop'
import { sendKept } from './send-kept-stops'

const retryEvery = 30_000

/**
 * Stops that wait on this phone are sent from whatever page is open: a guard who has gone home opens none of the shift again. What
 * is said no to waits for that one, which can say why; sent from two pages at once it is one stop by its key.
 */
export function useLateStops() {
  useEffect(() => {
    const refused = new Set<string>()
    const sendAll = async () => {
      for (const shiftId of waiting().filter((id) => !refused.has(id))) {
        const { stays } = await sendKept(localStorage, shiftId, postLateStop, { now: Date.now(), tells: false })
        if (stays === 'stranger') return
        if (stays === null && waiting().includes(shiftId)) refused.add(shiftId)
      }
    }
    void sendAll()
    const timer = setInterval(sendAll, retryEvery)
    addEventListener('online', sendAll)
    return () => {
      clearInterval(timer)
      removeEventListener('online', sendAll)
    }
  }, [])
}

/** A browser that keeps nothing throws when it is asked. */
function waiting(): string[] {
  try {
    return keptShifts(localStorage)
  } catch {
    return []
  }
}
