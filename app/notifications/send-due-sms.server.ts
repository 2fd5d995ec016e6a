import type { SmsSender } from '~/platform/sms/sms.server'
import { type Ports, sendDue } from './send-due.server'

export function sendDueSms(ports: Ports & { sms: SmsSender }): Promise<number> {
  const { sms } = ports
  return sendDue(ports, {
    channel: 'sms',
    leavesTheHouse: sms.leavesTheHouse,
    send: ({ id, recipient, text }) => sms.send({ recipient, text }, id),
  })
}
