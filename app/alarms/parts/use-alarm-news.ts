import { useEffect, useRef, useState } from 'react'
import { askWhose } from '~/accounts/public'
import { useLook } from '~/live/public'
import type { News } from '../history/alarm-wire'
import { listenAsGuard, listenAsPerson } from './alarm-line'

/** A line may be down without anybody knowing, so the page also asks by itself. */
const lookEvery = 15_000
/** Longer than that nobody is let believe that a line is fine which is cut. */
const soonMs = 1_500

/**
 * Hears the stream. Returns whether it stands; what was missed while it did not is asked for when it is back. Pages
 * that have forms keep their answers themselves: an alarm must not stand still because a refusal is in sight.
 */
export function useAlarmNews(who: 'person' | 'guard', onNews: (news: News) => void): boolean {
  return useAlarmLine(who, onNews, useLook({ keepsAnswers: true }))
}

/** The same for a page that asks in a way of its own for what was missed; nobody listens where `who` is null. */
export function useAlarmLine(
  who: 'person' | 'guard' | null,
  onNews: (news: News) => void,
  look: () => Promise<boolean>,
): boolean {
  const [stands, setStands] = useState(true)
  // A phone in a tunnel has a line that nobody has told that it is cut.
  const [isThere, setIsThere] = useState(true)
  const now = useRef({ onNews })
  now.current = { onNews }

  useEffect(() => {
    if (who === null) return
    const lookAgain = async () => setIsThere(await look())
    const listen = who === 'guard' ? listenAsGuard : listenAsPerson
    let isCut = false
    const stop = listen(async (heard) => {
      if (heard.kind === 'news') return now.current.onNews(heard.news)
      const wasCut = isCut
      isCut = heard.kind === 'lost'
      // Said again by each try.
      if (isCut && wasCut) return
      // Whoever is logged out is refused the stream on a line that is fine. Then the page's own look leads to the login, or says why it stays.
      const isOver = isCut && who === 'person' && (await askWhose(soonMs)) === null
      // It came back while that was asked.
      if (isCut !== (heard.kind === 'lost')) return
      const isFine = !isCut || isOver
      setStands(isFine)
      if (isFine) void lookAgain()
    })
    const timer = setInterval(lookAgain, lookEvery)
    document.addEventListener('visibilitychange', lookAgain)
    window.addEventListener('online', lookAgain)
    return () => {
      stop()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookAgain)
      window.removeEventListener('online', lookAgain)
    }
  }, [who, look])

  return stands && isThere
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
