import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { registerWorker, useLook } from '~/live/public'
import { showNotice } from '~/ui/notice'
import { rememberMember } from '../../offline/kept/kept-alarms'
import { sendFromAnywhere } from '../../offline/send-from-anywhere'

/**
 * On every page behind the login: registers the service worker, so that the alarm opens offline, and sends kept alarms
 * when the line comes back. The alarm page does this itself with more words; on plain pages entry.plain-frame.ts does
 * it for the member in `data-member`.
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
    return sendFromAnywhere(memberId, { say: showNotice, lookAgain: () => void look() })
  }, [memberId, isAlarmPage, look])
  return memberId && <template data-member={memberId} />
}
