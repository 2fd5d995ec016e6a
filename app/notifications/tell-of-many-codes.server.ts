import { readAdminIds } from '~/accounts/public.server'
import { mayTry } from '~/door/attempts.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Database } from '~/platform/database/database.server'
import type { Log } from '~/platform/log.server'
import { notifyPerson } from './notify.server'

type Ports = { db: Database; clock: Clock; config: Config; log: Log }

/**
 * Notifies administrators, at most once an hour, that the global limit of SMS codes is exhausted: somebody may be
 * waiting for a code.
 */
export async function tellOfManyCodes({ db, clock, config, log }: Ports) {
  if (!(await mayTry({ db, clock, log }, 'word of too many codes', 'operators'))) return
  const most = config.smsCodesPerHour
  for (const admin of await readAdminIds(db)) {
    await notifyPerson(db, admin, {
      kind: 'operations sms codes',
      subject: `Fler än ${most} koder per SMS på en timme`,
      letter: {
        greeting: 'Hej,',
        paragraphs: [
          `Under den senaste timmen har fler än ${most} koder och länkar beställts per SMS. Fler skickas inte förrän timmen är slut.`,
          'Larm berörs inte. Är det inte många nya på en gång kan det vara någon som vill kosta oss pengar: se utkorgen.',
        ],
        action: { label: 'Öppna utkorgen', url: `${config.origin}/dashboard/admin/outbox?kanal=sms` },
      },
      push: {
        title: 'Ovanligt många koder per SMS',
        body: 'Inga fler skickas den här timmen.',
        path: '/dashboard/admin/outbox',
      },
    })
  }
}
