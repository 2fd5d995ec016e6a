import { useEffect, useRef, useState } from 'react'
import { askWhose } from '~/accounts/public'
import { useLook } from '~/live/public'
import type { News } from '../history/alarm-wire'
import { listenAsGuard, listenAsPerson } from './alarm-line'
import { useStaysAfterForms } from './use-stays-after-forms'

/** A connection may be dead without an event, so the page also polls. */
const lookEvery = 15_000
/** Timeout of asking for the session: the page must not claim for longer that a broken connection works. */
const soonMs = 1_500

/**
 * Listens to the stream and returns whether it is connected; what was missed is loaded when it is back. Pages with
 * forms keep their answers themselves: a refusal in view must not stop the updates.
 */
export function useAlarmNews(who: 'person' | 'guard', onNews: (news: News) => void, saysLost = true): boolean {
  return useAlarmLine(who, onNews, useLook({ keepsAnswers: true }), saysLost)
}

/**
 * Like `useAlarmNews`, with the page's own way of loading what was missed. Does not listen where `who` is null.
 * `saysLost`: the page shows what is returned, so it stays when the reload after a form fails.
 */
export function useAlarmLine(
  who: 'person' | 'guard' | null,
  onNews: (news: News) => void,
  look: () => Promise<boolean>,
  saysLost: boolean,
): boolean {
  const [stands, setStands] = useState(true)
  // Whether the last look reached the server: a phone in a tunnel has a dead connection without any event.
  const [isThere, setIsThere] = useState(true)
  const now = useRef({ onNews })
  now.current = { onNews }
  // Whether what the page shows was read by its last reload. A look that only waits reads nothing.
  const [isFresh, setIsFresh] = useState(true)
  useStaysAfterForms(saysLost, setIsFresh)

  useEffect(() => {
    if (who === null) return
    const lookAgain = async () => setIsThere(await look())
    const listen = who === 'guard' ? listenAsGuard : listenAsPerson
    let isCut = false
    const stop = listen(async (heard) => {
      if (heard.kind === 'news') return now.current.onNews(heard.news)
      const wasCut = isCut
      isCut = heard.kind === 'lost'
      // 'lost' is repeated at each failed reconnect.
      if (isCut && wasCut) return
      // After logout the stream is refused on a good line. The page's look then leads to the login, or says why not.
      const isOver = isCut && who === 'person' && (await askWhose(soonMs)) === null
      // The connection came back while the session was asked for.
      if (isCut !== (heard.kind === 'lost')) return
      const isFine = !isCut || isOver
      setStands(isFine)
      // A guard whose link was revoked has no session to ask for: the look leads away from the alarm, if the server is
      // there.
      if (isFine || who === 'guard') void lookAgain()
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

  useEffect(() => {
    if (isFresh) return
    const timer = setTimeout(look, soonMs)
    return () => clearTimeout(timer)
  }, [isFresh, look])

  return stands && isThere && isFresh
}

/** Merges the loader's alarms with what the stream has sent since; the newest version of each wins. */
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
