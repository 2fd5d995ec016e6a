import type { SmsSender } from '~/platform/sms/sms.server'
import { isTextable } from '~/platform/sms/textable.server'
import { type Ports, sendDue } from './send-due.server'

export function sendDueSms(ports: Ports & { sms: SmsSender }): Promise<number> {
  const { sms } = ports
  return sendDue(ports, {
    channel: 'sms',
    leavesTheHouse: sms.leavesTheHouse,
    send: async ({ id, recipient, text }) =>
      isTextable(recipient, ports.config.smsCountries)
        ? sms.send({ recipient, text }, id)
        : { kind: 'permanent', reason: 'inte ett mobilnummer som SMS skickas till' },
  })
}
