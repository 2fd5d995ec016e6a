import type pg from 'pg'
import { accountMails } from '~/accounts/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import { systemClock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import { openDatabase } from '~/platform/database/database.server'
import type { Files } from '~/platform/files/files.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import { openS3Files } from '~/platform/files/s3-files.server'
import type { House } from '~/platform/house.server'
import type { Log } from '~/platform/log.server'
import { type MailSender, outboxOnly } from '~/platform/mail/mail.server'
import { openSmtp } from '~/platform/mail/smtp.server'
import { places } from './places'
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
  const files = filesFor(config)
  log.info({ adapter: files.name }, 'files')
  let closing = false
  const house: OpenHouse = {
    config,
    log,
    clock: systemClock,
    db,
    mail,
    files,
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

function filesFor(config: Config): Files {
  return config.files.adapter === 's3' ? openS3Files(config.files, systemClock) : openLocalFiles(places.files)
}
