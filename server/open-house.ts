import type pg from 'pg'
import { accountMails } from '~/accounts/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import { systemClock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import { openDatabase } from '~/platform/database/database.server'
import type { House } from '~/platform/house.server'
import type { Log } from '~/platform/log.server'
import { type MailSender, outboxOnly } from '~/platform/mail/mail.server'
import { openSmtp } from '~/platform/mail/smtp.server'
import { startRecurring } from './recurring'
import { startWorker } from './worker'

export type OpenHouse = House & { startClosing(): void; close(): Promise<void> }

/** Opens every port once, and the worker and the chores that nobody asks for. */
export function openHouse(config: Config, log: Log, pool: pg.Pool): OpenHouse {
  const db = openDatabase(pool)
  const worker = startWorker(() => house)
  const recurring = startRecurring(() => house)
  const mail = senderFor(config)
  log.info({ adapter: mail.name }, 'mail')
  let closing = false
  const house: OpenHouse = {
    config,
    log,
    clock: systemClock,
    db,
    mail,
    auth: openAuth(
      config,
      db,
      log,
      accountMails(db, config.origin, () => worker.wake('mail')),
    ),
    wake: (work) => worker.wake(work),
    isClosing: () => closing,
    startClosing() {
      closing = true
    },
    async close() {
      closing = true
      await recurring.stop()
      await worker.stop()
      await db.destroy()
    },
  }
  return house
}

function senderFor(config: Config): MailSender {
  return config.mail.adapter === 'smtp' ? openSmtp(config.mail.url, config.mailFrom) : outboxOnly
}
