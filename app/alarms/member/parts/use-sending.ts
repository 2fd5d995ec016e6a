import { useCallback, useEffect, useRef, useState } from 'react'
import { untilAnswered } from '~/live/browser-database'
import { newKey } from '~/live/new-key'
import { confirmed } from '../../offline/kept/confirmed'
import { dropKept, type KeptAlarm, readKept } from '../../offline/kept/kept-alarms'
import { isFresh, sortKept } from '../../offline/kept/kept-order'
import { openSaving } from '../../offline/kept/saving'
import { pauseBefore, type Sending, sendAlarm } from '../../offline/send-kept'

/** State of an alarm that the member is sending. No state says 'skickat': only the server's answer does. */
export type SendingState =
  | { kind: 'writing' }
  | { kind: 'sending'; alarm: KeptAlarm; tries: number; isSlow: boolean }
  | { kind: 'waiting'; alarm: KeptAlarm; because: 'no line' | 'the server'; again: Date; since: Date }
  | { kind: 'not them'; alarm: KeptAlarm; isSaved: boolean }
  /** The member cancelled, but the browser could not delete it, so it may still be sent. */
  | { kind: 'still kept'; alarm: KeptAlarm }
  /** Kept, but too old to be sent without asking. */
  | { kind: 'asking'; alarm: KeptAlarm }

export type Written = Pick<KeptAlarm, 'message' | 'position' | 'isTest' | 'where'>

type Told = {
  onSent(alarm: KeptAlarm, partners: number): void
  onRefused(refusal: { title: string; message: string }, alarm: KeptAlarm): void
  /** The first try of a press failed. Retries go on by themselves. */
  onFailed(alarm: KeptAlarm): void
}

const slowAfter = 3_000

/**
 * Stores an alarm in the browser and sends it with the same idempotency key until the server has answered: through bad
 * lines, server errors and reloads. This member's kept alarms are sent one at a time; those that are too old are asked
 * about instead.
 */
export function useSending(memberId: string, told: Told) {
  const [state, setState] = useState<SendingState>({ kind: 'writing' })
  const now = useRef({ alarm: null as KeptAlarm | null, busy: false, tries: 0, told })
  now.current.told = told
  const [saving] = useState(() => openSaving())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Keys that have been answered, including alarms that the browser failed to delete. */
  const settled = useRef(new Set<string>())
  const goOn = useRef<() => void>(() => {})

  const settle = useCallback((alarm: KeptAlarm) => {
    clearTimeout(timer.current)
    now.current.alarm = null
    now.current.tries = 0
    settled.current.add(alarm.key)
    setState({ kind: 'writing' })
    void dropKept(alarm.key)
      .catch(() => {})
      .then(() => goOn.current())
  }, [])

  const hear = useCallback(
    (alarm: KeptAlarm, sending: Sending, retry: () => void) => {
      // The service worker may have sent it first.
      if (now.current.alarm?.key !== alarm.key) return
      if (sending.kind === 'sent') {
        settle(alarm)
        now.current.told.onSent(alarm, sending.partners)
      } else if (sending.kind === 'refused') {
        settle(alarm)
        now.current.told.onRefused(sending, alarm)
      } else if (sending.kind === 'not them') {
        setState({ kind: 'not them', alarm, isSaved: saving.isSaved(alarm) })
      } else {
        if (now.current.tries === 0) now.current.told.onFailed(alarm)
        const pause = pauseBefore(now.current.tries++, sending.because) * 1000
        const since = new Date()
        setState({ kind: 'waiting', alarm, because: sending.because, since, again: new Date(since.getTime() + pause) })
        timer.current = setTimeout(retry, pause)
      }
    },
    [settle, saving],
  )

  const attempt = useCallback(async () => {
    const { alarm, busy, tries } = now.current
    if (!alarm || busy) return
    clearTimeout(timer.current)
    if (!isFresh(alarm, Date.now())) {
      now.current.alarm = null
      setState({ kind: 'asking', alarm })
      return
    }
    now.current.busy = true
    saving.saveIfUnsaved(alarm)
    setState({ kind: 'sending', alarm, tries, isSlow: false })
    const slow = setTimeout(() => setState({ kind: 'sending', alarm, tries, isSlow: true }), slowAfter)
    const sending = await sendAlarm(alarm)
    clearTimeout(slow)
    now.current.busy = false
    hear(alarm, sending, () => void attempt())
  }, [hear, saving])

  const send = useCallback(
    (written: Written) => {
      // A second press while one is being sent is the same alarm.
      if (now.current.alarm) return
      const alarm: KeptAlarm = { key: newKey(), memberId, writtenAt: Date.now(), ...written }
      now.current.alarm = alarm
      // Storing and sending run in parallel; neither waits for the other.
      void saving.save(alarm)
      void attempt()
    },
    [memberId, attempt, saving],
  )

  const asked = state.kind === 'asking' ? state.alarm : null

  /** Sends an old alarm that the member has confirmed: a copy with a new key and the current time as `confirmedAt`. */
  const confirm = useCallback(() => {
    if (!asked || now.current.alarm) return
    const alarm = confirmed(asked, Date.now())
    now.current.alarm = alarm
    settled.current.add(asked.key)
    void saving.save(alarm)
    void attempt()
  }, [asked, attempt, saving])

  const regret = useCallback(
    async (alarm: KeptAlarm) => {
      clearTimeout(timer.current)
      now.current.busy = true
      const isGone = await saving.drop(alarm)
      now.current.busy = false
      // Race: meanwhile the service worker may have sent it, and another alarm may have been written.
      if (now.current.alarm?.key !== alarm.key) void attempt()
      else if (isGone) settle(alarm)
      else setState({ kind: 'still kept', alarm })
    },
    [attempt, settle, saving],
  )

  const cancel = useCallback(() => {
    const { alarm, busy } = now.current
    // While a try is in flight nobody knows whether it arrived, so it cannot be cancelled.
    if (alarm && !busy) void regret(alarm)
    // Drops the old alarm. If the browser cannot delete it, the member is asked again later; it is never sent unasked.
    else if (!alarm && asked) settle(asked)
  }, [asked, regret, settle])

  // Picks up alarms left unsent by an earlier page or the offline page.
  useEffect(() => {
    let isOver = false
    const next = async () => {
      const read = await untilAnswered(readKept, () => isOver)
      const kept = (read ?? []).filter(({ key }) => !settled.current.has(key))
      const { toSend, toAsk } = sortKept(kept, memberId, Date.now())
      if (now.current.alarm || isOver) return
      if (toSend[0]) {
        now.current.alarm = toSend[0]
        void attempt()
      } else if (toAsk[0]) {
        setState({ kind: 'asking', alarm: toAsk[0] })
      }
    }
    goOn.current = () => void next()
    void next()
    const again = () => {
      now.current.tries = Math.min(now.current.tries, 1)
      void attempt()
    }
    const seen = () => document.visibilityState === 'visible' && again()
    const byWorker = ({ data }: MessageEvent) => {
      const { alarm } = now.current
      if (alarm && data?.about === 'alarm' && data.key === alarm.key) hear(alarm, data.sending as Sending, again)
    }
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', seen)
    navigator.serviceWorker?.addEventListener('message', byWorker)
    return () => {
      isOver = true
      clearTimeout(timer.current)
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', seen)
      navigator.serviceWorker?.removeEventListener('message', byWorker)
    }
  }, [memberId, attempt, hear])

  return { state, send, cancel, confirm, tryNow: attempt }
}
