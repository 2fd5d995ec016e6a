import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { registerWorker, useLook } from '~/live/public'
import { showNotice } from '~/ui/notice'
import { readKept, rememberMember } from '../../offline/kept-alarms'
import { sortKept } from '../../offline/kept-order'
import { sendEveryKept } from '../../offline/send-kept'
import { askNoticeFor, sentNoticeFor } from '../../raise/raise-words'

/**
 * On every page behind the login: makes the browser able to open the alarm without a line, and sends what was kept
 * there, wherever the member is when the line comes back. The alarm page itself does that with more words.
 */
export function OfflineReady({ memberId }: { memberId: string | null }) {
  const { pathname } = useLocation()
  const look = useLook()
  const isAlarmPage = pathname === '/dashboard/customer/safety'

  useEffect(() => {
    void registerWorker().catch(() => {})
    if (memberId) void rememberMember(memberId).catch(() => {})
  }, [memberId])

  useEffect(() => {
    if (!memberId || isAlarmPage) return
    const send = async () => {
      for (const { isTest, sending } of await sendEveryKept(memberId).catch(() => [])) {
        if (sending.kind === 'sent') {
          showNotice(sentNoticeFor({ isTest, partners: sending.partners }))
          void look()
        }
      }
    }
    const ask = async () => {
      const [old] = sortKept(await readKept().catch(() => []), memberId, Date.now()).toAsk
      if (old) showNotice(askNoticeFor(new Date(old.writtenAt)))
    }
    void send().then(ask)
    window.addEventListener('online', send)
    return () => window.removeEventListener('online', send)
  }, [memberId, isAlarmPage, look])
  return null
}
