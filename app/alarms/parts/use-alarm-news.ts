import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { News } from '../alarm-wire'
import { listenAsGuard, listenAsPerson } from './alarm-line'

/** A line may be down without anybody knowing, so the page also asks by itself. */
const lookEvery = 15_000

/** Hears the stream. Returns whether it stands; what was missed while it did not is asked for when it is back. */
export function useAlarmNews(who: 'person' | 'guard', onNews: (news: News) => void): boolean {
  const [hasLine, setHasLine] = useState(true)
  const { revalidate } = useRevalidator()
  const now = useRef({ onNews, revalidate })
  now.current = { onNews, revalidate }

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void now.current.revalidate()
    }
    const listen = who === 'guard' ? listenAsGuard : listenAsPerson
    const stop = listen((heard) => {
      if (heard.kind === 'news') now.current.onNews(heard.news)
      else {
        setHasLine(heard.kind !== 'lost')
        if (heard.kind !== 'lost') void now.current.revalidate()
      }
    })
    const timer = setInterval(look, lookEvery)
    document.addEventListener('visibilitychange', look)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [who])

  return hasLine
}

/** Of what a loader read and what the stream has told since, the newest of each alarm. */
export function useNewest<Alarm extends { id: string }>(loaded: readonly Alarm[], loadedAt: Date) {
  const [told, setTold] = useState<{ now: Date; alarm: Alarm }[]>([])
  const newer = told.filter(({ now }) => now > loadedAt)
  const alarms = [
    ...newer.filter(({ alarm }) => !loaded.some(({ id }) => id === alarm.id)).map(({ alarm }) => alarm),
    ...loaded.map((alarm) => newer.find((each) => each.alarm.id === alarm.id)?.alarm ?? alarm),
  ]
  const tell = (now: Date, alarm: Alarm) =>
    setTold((before) => {
      const known = before.find((each) => each.alarm.id === alarm.id)
      if (known && known.now > now) return before
      return [{ now, alarm }, ...before.filter((each) => each !== known)]
    })
  const readAt = newer.reduce((latest, { now }) => (now > latest ? now : latest), loadedAt)
  return { alarms, tell, readAt }
}
