import { useEffect } from 'react'
import { calledOffAfter } from '~/platform/time-limit'
import type { Position } from '../../offline/kept/kept-alarms'

const everyMs = 10_000
const longestWait = 8_000

/**
 * Sends the phone's position while an alarm is open and sharing is on. Each fix is sent once, and requests never
 * overlap. A failed send is not retried: the next fix is better.
 */
export function usePositionSending(alarmId: string | null, isShared: boolean, current: () => Position | null) {
  useEffect(() => {
    if (alarmId === null || !isShared) return
    let sent: Position | null = null
    let isOver = false
    const send = async () => {
      const position = current()
      if (position === null || position === sent || isOver) return
      const { latitude, longitude, accuracy } = position
      const body = new URLSearchParams({
        alarm: alarmId,
        latitude: String(latitude),
        longitude: String(longitude),
        accuracy: String(Math.round(accuracy)),
      })
      const answer = await fetch('/dashboard/customer/safety/follow', {
        method: 'POST',
        body,
        redirect: 'manual',
        signal: calledOffAfter(longestWait),
      }).catch(() => null)
      if (answer?.ok) sent = position
      // The alarm is over, or is no longer this member's.
      else if (answer && answer.status < 500) isOver = true
    }
    void send()
    const timer = setInterval(send, everyMs)
    return () => clearInterval(timer)
  }, [alarmId, isShared, current])
}
