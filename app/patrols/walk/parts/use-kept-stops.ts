import { useCallback, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { useLook } from '~/live/public'
import { drop, formOf, type KeptStop, keep, newKey, readKept } from './kept-stops'

const retryEvery = 10_000

/** A guard taps, and the stop is theirs: it is kept on the phone at once and sent as soon as there is a line. */
export function useKeptStops(shiftId: string) {
  const look = useLook()
  const [kept, setKept] = useState<KeptStop[]>([])
  const [refusal, setRefusal] = useState('')
  const sending = useRef(false)

  const sendAll = useCallback(async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (const stop of readKept(localStorage, shiftId)) {
        const answer = await fetch(href('/vakt/stopp/:id', { id: shiftId }), {
          method: 'POST',
          body: formOf(stop, Date.now()),
          redirect: 'manual',
        })
        // Not let in any more: the stop stays until the guard has opened their link again.
        if (answer.type === 'opaqueredirect') {
          setRefusal('Stoppen ligger kvar på telefonen. Öppna din sida som väktare igen, så skickas de.')
          break
        }
        // A server that is down is asked again; one that says no is not.
        if (answer.status >= 500) break
        if (!answer.ok) setRefusal(await refusalOf(answer))
        drop(localStorage, shiftId, stop.key)
        look()
      }
    } catch {
      // No line. The next try, or the line's return, sends it.
    } finally {
      sending.current = false
      setKept(readKept(localStorage, shiftId))
    }
  }, [shiftId, look])

  useEffect(() => {
    setKept(readKept(localStorage, shiftId))
    void sendAll()
    const timer = setInterval(() => {
      if (readKept(localStorage, shiftId).length > 0) void sendAll()
    }, retryEvery)
    const back = () => void sendAll()
    addEventListener('online', back)
    return () => {
      clearInterval(timer)
      removeEventListener('online', back)
    }
  }, [shiftId, sendAll])

  const stop = (note: string, sponsorStop?: string) => {
    setRefusal('')
    keep(localStorage, shiftId, { key: newKey(), madeAt: Date.now(), note, sponsorStop })
    setKept(readKept(localStorage, shiftId))
    void sendAll()
  }
  return { kept, refusal, stop }
}

async function refusalOf(answer: Response): Promise<string> {
  try {
    const { message } = (await answer.json()) as { message?: string }
    return message || 'Stoppet sparades inte.'
  } catch {
    return 'Stoppet sparades inte.'
  }
}
