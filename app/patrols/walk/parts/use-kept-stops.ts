import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '~/live/new-key'
import { useLook } from '~/live/public'
import { type KeptStop, keep, readKept } from './kept-stops'
import { postLateStop } from './post-late-stop'
import { sendKept } from './send-kept-stops'
import { useSentAgain } from './use-sent-again'

const retryEveryMs = 10_000

/** Stores each stop on the phone at once, and sends it as soon as there is a connection. */
export function useKeptStops(shiftId: string) {
  // A refusal must not hold the list back: a stop that has been sent would be shown nowhere.
  const look = useLook({ keepsAnswers: true })
  const [kept, setKept] = useState<KeptStop[]>([])
  const [refusal, setRefusal] = useState('')
  const shown = useRef(0)

  const show = useCallback(() => {
    const left = readKept(localStorage, shiftId)
    // Stops were sent from here or from another page of this browser: reload the list.
    if (left.length < shown.current) void look()
    if (left.length !== shown.current) setKept(left)
    shown.current = left.length
  }, [shiftId, look])

  const sendAll = useCallback(async () => {
    const { stays, refusal } = await sendKept(localStorage, shiftId, postLateStop, { now: Date.now(), tells: true })
    if (refusal) setRefusal(refusal)
    // The guard no longer has access: the stops stay until they open their link again.
    else if (stays === 'stranger') {
      setRefusal('Stoppen ligger kvar på telefonen. Öppna din sida som väktare igen, så skickas de.')
    }
    show()
  }, [shiftId, show])

  useEffect(show, [show])
  useSentAgain(sendAll, retryEveryMs)

  const stop = (note: string, sponsorStop?: string) => {
    setRefusal('')
    keep(localStorage, shiftId, { key: newKey(), madeAt: Date.now(), note, sponsorStop })
    show()
    void sendAll()
  }
  return { kept, refusal, stop }
}
