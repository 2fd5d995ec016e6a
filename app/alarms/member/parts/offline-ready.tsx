import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { registerWorker, useLook } from '~/live/public'
import { showNotice } from '~/ui/notice'
import { rememberMember } from '../../offline/kept/kept-alarms'
import { sendFromAnywhere } from '../../offline/send-from-anywhere'

/**
 * On every page behind the login: makes the browser able to open the alarm without a line, and sends what was kept
 * there, wherever the member is when the line comes back. The alarm page itself does that with more words, and on a plain page
 * entry.plain-frame.ts does the same for whoever is named here.
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
