import { useEffect } from 'react'
import { sendAgain } from '../send-again'

export function useSentAgain(send: () => Promise<void>, everyMs: number) {
  useEffect(() => sendAgain(send, everyMs), [send, everyMs])
}
