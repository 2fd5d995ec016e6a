import { useEffect } from 'react'
import { calledOffAfter } from '~/platform/time-limit'
import type { Position } from '../../offline/kept/kept-alarms'

const everyMs = 10_000
const longestWait = 8_000

/**
 * While an alarm is open and the member lets it, where the phone is by now goes on being sent: each fix once, and never
 * two at a time. What could not be sent is not kept: the next is better.
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
      // Over, or not theirs any more.
      else if (answer && answer.status < 500) isOver = true
    }
    void send()
    const timer = setInterval(send, everyMs)
    return () => clearInterval(timer)
  }, [alarmId, isShared, current])
}
