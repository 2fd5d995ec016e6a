import type { House } from '~/platform/house.server'
import { isTextable } from '~/platform/sms/textable.server'
import { type Ports, sendDue } from './send-due.server'
import { readSmsStanding } from './watch-balance.server'

/**
 * When the SMS balance is low, it is reserved for alarms, which have their own sender. Then only messages about
 * operations are sent here; the others stay queued until somebody has paid.
 */
export async function sendDueSms(ports: Ports & Pick<House, 'sms' | 'config'>): Promise<number> {
  const { sms } = ports
  const isLow = (await readSmsStanding(ports)) === 'low'
  return sendDue(ports, {
    channel: 'sms',
    leavesTheHouse: sms.leavesTheHouse,
    only: isLow ? 'operations' : null,
    send: async ({ id, recipient, text, attempts }) =>
      isTextable(recipient, ports.config.smsCountries)
        ? sms.send({ recipient, text }, id, attempts)
        : { kind: 'permanent', reason: 'inte ett mobilnummer som SMS skickas till' },
  })
}
