import type { Channel } from '~/outbox/public'
import type { Database } from '~/platform/database/database.server'
import { formatPhone } from '~/shared/phone'
import { readDevices } from '../choices/push-store.server'

type Addressed = { id: string; channel: Channel; recipient: string }

/** Recipients as an administrator reads them: an address, a number as people write it, or a kind of device. */
export async function shownRecipients(db: Database, messages: Addressed[]): Promise<Map<string, string>> {
  const browsers = messages.filter(({ channel }) => channel === 'push').map(({ recipient }) => recipient)
  const devices = await readDevices(db, browsers)
  return new Map(
    messages.map(({ id, channel, recipient }) => [
      id,
      channel === 'mail'
        ? recipient
        : channel === 'sms'
          ? formatPhone(recipient)
          : (devices.get(recipient) ?? 'en webbläsare som inte finns kvar'),
    ]),
  )
}
