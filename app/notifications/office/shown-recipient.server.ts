import type { Database } from '~/platform/database/database.server'
import type { Channel } from '~/shared/channel'
import { formatPhone } from '~/shared/phone'
import { readDevices } from '../choices/push-store.server'

type Addressed = { id: string; channel: Channel; recipient: string }

/** Recipients for display: a mail address, a formatted phone number, or the kind of device. */
export async function shownRecipients(db: Database, messages: Addressed[]): Promise<Map<string, string>> {
  const browsers = messages.filter(({ channel }) => channel === 'push').map(({ recipient }) => recipient)
  const devices = await readDevices(db, browsers)
  const shown = {
    mail: (address) => address,
    sms: formatPhone,
    push: (browser) => devices.get(browser) ?? 'en webbläsare som inte finns kvar',
  } as const satisfies Record<Channel, (recipient: string) => string>
  return new Map(messages.map(({ id, channel, recipient }) => [id, shown[channel](recipient)]))
}
