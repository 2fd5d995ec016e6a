import { useRef, useState } from 'react'
import { useLook } from '~/live/public'
import { showNotice } from '~/ui/notice'
import { couldNotSend, sentNoticeFor } from '../../raise/raise-words'
import type { Sending } from './sending-card'
import { showWhatBecame } from './show-what-became'
import { useSending, type Written } from './use-sending'

/** The page's single sender: shows the outcome as a notice, and clears the field once the server has the alarm. */
export function useSendingOnce(memberId: string): Sending {
  const look = useLook({ keepsAnswers: true })
  const [hasSent, setHasSent] = useState(false)
  const afterwards = useRef<(() => void) | undefined>(undefined)
  const { state, send, cancel, confirm, tryNow } = useSending(memberId, {
    onSent(alarm, partners) {
      showNotice(sentNoticeFor({ isTest: alarm.isTest, partners }))
      afterwards.current?.()
      afterwards.current = undefined
      if (!alarm.isTest) setHasSent(true)
      // The stream may have delivered the alarm before this response, and adding to an open alarm renders no new card.
      // So focus the heading here.
      const heading = document.querySelector<HTMLElement>('[data-own-alarm]')
      if (heading) showWhatBecame(heading)
      void look()
    },
    onRefused: ({ title, message }) => showNotice({ tone: 'destructive', title, message }),
    onFailed: (alarm) =>
      showNotice({
        tone: 'destructive',
        title: alarm.isTest ? 'Kunde inte skicka testlarmet' : couldNotSend,
        message: 'Vi försöker igen av oss själva. Ring 112 vid fara.',
      }),
  })
  return {
    state,
    hasSent,
    cancel,
    confirm,
    tryNow,
    send(written: Written, onSent) {
      afterwards.current = onSent
      send(written)
    },
  }
}
