import type pg from 'pg'
import { type AlarmFeed, openAlarmFeed, startAuditor, startEngine } from '~/alarms/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import { systemClock } from '~/platform/clock.server'
import type { Config, Secrets } from '~/platform/config.server'
import { openDatabase, openPool, withSetting } from '~/platform/database/database.server'
import type { Files } from '~/platform/files/files.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import { openS3Files } from '~/platform/files/s3-files.server'
import type { House } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import type { Log } from '~/platform/log.server'
import { type MailSender, outboxOnly } from '~/platform/mail/mail.server'
import { openSmtp } from '~/platform/mail/smtp.server'
import { outOfReach } from '~/platform/out-of-reach.server'
import { openStripe } from '~/platform/payments/stripe-cards.server'
import { type PushSender, pushOutboxOnly } from '~/platform/push/push.server'
import { openWebPush } from '~/platform/push/web-push.server'
import { openListener } from '~/platform/realtime/listener.server'
import { openLive } from '~/platform/realtime/live.server'
import { openElks } from '~/platform/sms/elks.server'
import { type SmsSender, smsOutboxOnly } from '~/platform/sms/sms.server'
import { type FreeSpace, watchFreeSpace } from './free-space'
import type { Loaded } from './open-storage'
import { places } from './places'
import { startRecurring } from './recurring'
import { openStreams, type Streams } from './streams'
import { reportAddress, type WebhookKey, webhookKey } from './webhooks'
import { startWorker } from './worker'

export type OpenHouse = House & {
  alarmFeed: AlarmFeed
  streams: Streams
  space: FreeSpace
  webhookKey: WebhookKey
  startClosing(): void
  close(): Promise<void>
}

/** Opens every port once, and the worker and the chores that nobody asks for. */
export function openHouse({ config, secrets }: Loaded, log: Log, pool: pg.Pool): OpenHouse {
  const db = openDatabase(pool)
  const listener = openListener(pool, log)
  const worker = startWorker(() => house)
  const recurring = startRecurring(() => house)
  // Lines of their own: alarms wait for no page, and whoever watches them waits for no alarm.
  const alarmListener = openListener(pool, log)
  // What lies there is found by its indexes, however little it was when the statements were planned.
  const byIndex = withSetting(pool.options, 'enable_seqscan=off')
  const alarmDb = openDatabase(openPool({ ...byIndex, max: 6 }, log))
  const engine = startEngine(() => ({ ...house, db: alarmDb }), alarmListener)
  const auditorDb = openDatabase(openPool({ ...pool.options, max: 1 }, log))
  const auditor = startAuditor(() => ({ ...house, db: auditorDb }))
  const space = watchFreeSpace({ folder: places.data, low: config.leastFreeSpace, log })
  const alarmFeed = openAlarmFeed(db, alarmListener, systemClock, log)
  const mail = mailFor(secrets, config.mailFrom)
  log.info({ adapter: mail.name }, 'mail')
  const sms = smsFor(secrets, config.origin)
  log.info({ adapter: sms.name }, 'sms')
  const push = pushFor(config, secrets)
  log.info({ adapter: push.name }, 'push')
  const files = filesFor(secrets)
  log.info({ adapter: files.name }, 'files')
  log.info({ adapter: secrets.cards ? 'stripe' : 'none' }, 'cards')
  let closing = false
  const house: OpenHouse = {
    config,
    log,
    clock: systemClock,
    db,
    keys: openKeys(secrets.auth),
    mail,
    sms,
    push,
    files,
    cards: secrets.cards && openStripe(secrets.cards),
    live: openLive(db, listener, log),
    auth: openAuth(config, secrets.auth, db, log),
    wake: (work) => (work === 'alarms' ? engine.wake() : worker.wake(work)),
    alarmFeed,
    streams: openStreams(alarmListener),
    space,
    webhookKey: webhookKey(secrets.webhooks),
    isClosing: () => closing,
    startClosing() {
      closing = true
      // An open stream would keep the server from closing.
      alarmFeed.close()
    },
    async close() {
      closing = true
      alarmFeed.close()
      await recurring.stop()
      await auditor.stop()
      await engine.stop()
      await worker.stop()
      space.stop()
      await alarmListener.close()
      await Promise.all([alarmDb.destroy(), auditorDb.destroy()])
      await listener.close()
      await db.destroy()
    },
  }
  for (const [name, port] of Object.entries(house)) if (typeof port === 'object' && port) outOfReach(name, port)
  return outOfReach('house', house)
}

function mailFor({ smtpUrl }: Secrets, from: string): MailSender {
  return smtpUrl ? openSmtp(smtpUrl, from) : outboxOnly
}

function smsFor({ elks, webhooks: [secret = ''] }: Secrets, origin: string): SmsSender {
  return elks ? openElks(elks, reportAddress(origin, secret)) : smsOutboxOnly
}

function pushFor({ push }: Config, { vapid }: Secrets): PushSender {
  return push.adapter === 'webpush' ? openWebPush(vapid, push.services) : pushOutboxOnly(vapid.publicKey)
}

function filesFor({ s3 }: Secrets): Files {
  return s3 ? openS3Files(s3, systemClock) : openLocalFiles(places.files)
}
