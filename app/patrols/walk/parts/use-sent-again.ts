import { useEffect } from 'react'

/** Sends at once, every so often, and as soon as there is a line again. */
export function useSentAgain(send: () => Promise<void>, everyMs: number) {
  useEffect(() => {
    void send()
    const timer = setInterval(send, everyMs)
    addEventListener('online', send)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
    }
  }, [send, everyMs])
}
