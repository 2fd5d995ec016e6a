import cluster from 'node:cluster'
import type pg from 'pg'
import { type AlarmFeed, openAlarmFeed, startAuditor, startEngine, tellOfStandby } from '~/alarms/public.server'
import { openFaultBook } from '~/faults/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import { systemClock } from '~/platform/clock.server'
import type { Config, Secrets } from '~/platform/config.server'
import {
  type Database,
  openDatabase,
  openPool,
  type PoolLimits,
  withSetting,
} from '~/platform/database/database.server'
import { type CentreSender, centreOutboxOnly } from '~/platform/dc09/centre.server'
import { openDc09 } from '~/platform/dc09/tcp-centre.server'
import type { Files } from '~/platform/files/files.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import { openS3Files } from '~/platform/files/s3-files.server'
import type { House } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import { type KnownKey, knownKey } from '~/platform/known-key.server'
import type { Log } from '~/platform/log.server'
import { type MailSender, outboxOnly } from '~/platform/mail/mail.server'
import { openSmtp } from '~/platform/mail/smtp.server'
import { outOfReach } from '~/platform/out-of-reach.server'
import { openGetswish } from '~/platform/payments/getswish.server'
import { inFolder, openLocalSwish } from '~/platform/payments/local-swish.server'
import { openStripe } from '~/platform/payments/stripe-cards.server'
import type { SwishCounter } from '~/platform/payments/swish-counter.server'
import { type PushSender, pushOutboxOnly } from '~/platform/push/push.server'
import { openWebPush } from '~/platform/push/web-push.server'
import { openListener } from '~/platform/realtime/listener.server'
import { openLive } from '~/platform/realtime/live.server'
import { openElks } from '~/platform/sms/elks.server'
import { type SmsSender, smsOutboxOnly } from '~/platform/sms/sms.server'
import { openTracing } from '~/platform/tracing/open-tracing.server'
import { openOtlp } from '~/platform/tracing/otlp-collector.server'
import { type Tracing, untraced } from '~/platform/tracing/tracing.server'
import { openElksVoice } from '~/platform/voice/elks-voice.server'
import { type VoiceCaller, voiceOutboxOnly, voiceUnanswered } from '~/platform/voice/voice.server'
import { above } from '~/shell/public.server'
import { hearWhatIsShown, type WhatIsShown } from '../pages/what-is-shown'
import { startRecurring } from '../recurring'
import { openStreams, type Streams } from '../streams'
import { voiceAddress } from '../voice'
import { type FreeSpace, watchFreeSpace } from '../watch/free-space'
import { reportAddress } from '../webhooks'
import { startWorker } from '../worker'
import type { Loaded, Storage } from './open-storage'
import { places } from './places'
import { type PoolCount, type PoolName, poolCount, poolSizesOf } from './pool-sizes'

export type OpenHouse = House & {
  alarmFeed: AlarmFeed
  streams: Streams
  space: FreeSpace
  webhookKey: KnownKey
  /** The key that gives access to /metrics. */
  metricsKey: KnownKey
  /** Connection counts of each pool. */
  pools(): PoolCount[]
  /** Invalidations of cached pages. */
  shown: WhatIsShown
  /** The same house on connection pools that only alarms use. */
  forAlarms: House & { webhookKey: KnownKey }
  /** A pool for health checks and metrics, with short timeouts. */
  watchDb: Database
  startClosing(): void
  close(): Promise<void>
}

/** Query timeout of chores, which may go through a million rows. */
const workMs = 60_000
const watchMs = 2_500
/**
 * Lock timeout for members in need: their page retries by itself, so it is better to fail soon, say that nothing is
 * sent yet, and free the connection.
 */
const needLockMs = 2_000
/**
 * Delay of webhooks to partners' own systems, which share processor and database with an alarm's SMS. The SMS go first.
 */
const ownSystemsAfterMs = 100

type Opened = Pick<Storage, 'log' | 'pool' | 'standby'>

/** Opens every port once, and starts the worker, the chores, the engine and the auditor. */
export function openHouse({ config, secrets }: Loaded, storage: Opened): OpenHouse {
  const { log, pool, standby } = storage
  // Separate pools, so that pages do not wait for chores, members in need do not wait for pages, and health checks wait
  // for nobody.
  const poolOf = (max: number, limits: PoolLimits = {}) => openPool({ ...pool.options, max }, log, limits)
  // Forces index scans: statements planned while a table was small would otherwise keep sequential scans.
  const byIndex = withSetting(pool.options, 'enable_seqscan=off')
  const sizes = poolSizesOf(config)
  const pools: Record<PoolName, pg.Pool> = {
    pages: pool,
    need: poolOf(sizes.need, { lockMs: needLockMs }),
    engine: openPool({ ...byIndex, max: sizes.engine }, log),
    work: poolOf(sizes.work, { queryMs: workMs }),
    auditor: poolOf(sizes.auditor, { writesAlways: true }),
    watch: poolOf(sizes.watch, { queryMs: watchMs }),
  }
  const db = openDatabase(pools.pages)
  const needDb = openDatabase(pools.need)
  const workDb = openDatabase(pools.work)
  const watchDb = openDatabase(pools.watch)
  const listener = openListener(pool, log)
  const atWork = (): House => ({ ...house, db: workDb })
  const worker = startWorker(atWork)
  const recurring = startRecurring(atWork)
  // NOTIFY by the transaction that wrote something for a partner's own system.
  listener.on('webhooks', () => void setTimeout(() => worker.wake('webhooks'), ownSystemsAfterMs).unref())
  const alarmListener = openListener(pool, log)
  const alarmDb = openDatabase(pools.engine)
  const engine = startEngine(() => ({ ...house, db: alarmDb }), alarmListener)
  // Reports a missing standby to administrators, on the pool that still writes without one.
  const auditorDb = openDatabase(pools.auditor)
  standby?.onChange((isMissing) => tellOfStandby({ db: auditorDb, clock: systemClock }, isMissing))
  const auditor = startAuditor(() => ({ ...house, db: auditorDb }))
  const space = watchFreeSpace({ folder: places.data, low: config.leastFreeSpace, log })
  const alarmFeed = openAlarmFeed(db, alarmListener, systemClock, log)
  const mail = mailFor(secrets, config.mailFrom)
  log.info({ adapter: mail.name }, 'mail')
  const sms = smsFor(secrets, config.origin)
  log.info({ adapter: sms.name }, 'sms')
  const push = pushFor(config, secrets)
  log.info({ adapter: push.name }, 'push')
  const keys = openKeys(secrets.auth)
  const voice = voiceFor(config, secrets, voiceAddress(config.origin, keys))
  log.info({ adapter: voice.name }, 'voice')
  const centre = centreFor(config)
  log.info({ adapter: centre.name }, 'alarm receiving centres')
  const files = filesFor(secrets)
  log.info({ adapter: files.name }, 'files')
  log.info({ adapter: secrets.cards ? 'stripe' : 'none' }, 'cards')
  const swish = swishFor(config, secrets)
  log.info({ adapter: swish?.name ?? 'none' }, 'swish')
  const tracing = tracingFor(config, secrets, log)
  log.info({ adapter: config.traces.adapter }, 'traces')
  const authOn = (db: Database) => openAuth(config, secrets.auth, db, log)
  let closing = false
  const plain: Omit<OpenHouse, 'forAlarms'> = {
    config,
    log,
    clock: systemClock,
    db,
    keys,
    mail,
    sms,
    push,
    voice,
    centre,
    files,
    above,
    cards: secrets.cards && openStripe(secrets.cards),
    swish,
    live: openLive(db, listener, log),
    tracing,
    faults: openFaultBook(() => workDb, systemClock, log),
    auth: authOn(db),
    wake: (work) => (work === 'alarms' ? engine.wake() : worker.wake(work)),
    firstCalls: engine.firstCalls,
    alarmFeed,
    streams: openStreams(alarmListener, config),
    space,
    shown: hearWhatIsShown(listener),
    watchDb,
    webhookKey: knownKey(secrets.webhooks),
    metricsKey: knownKey(secrets.metrics),
    pools: () => Object.entries(pools).map(([name, each]) => poolCount(name, each)),
    isClosing: () => closing,
    startClosing() {
      closing = true
      // An open event stream would keep the server from closing.
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
      await plain.faults.close()
      await alarmListener.close()
      await listener.close()
      await tracing.close()
      await Promise.all([alarmDb, auditorDb, needDb, workDb, watchDb, db].map((each) => each.destroy()))
    },
  }
  const house: OpenHouse = { ...plain, forAlarms: outOfReach('house', { ...plain, db: needDb, auth: authOn(needDb) }) }
  for (const [name, port] of Object.entries(house)) if (typeof port === 'object' && port) outOfReach(name, port)
  return outOfReach('house', house)
}

function mailFor({ smtpUrl }: Secrets, from: string): MailSender {
  return smtpUrl ? openSmtp(smtpUrl, from) : outboxOnly
}

function smsFor({ elks, webhooks: [secret = ''] }: Secrets, origin: string): SmsSender {
  return elks ? openElks(elks, reportAddress(origin, secret)) : smsOutboxOnly
}

function voiceFor({ mode }: Config, { elksVoice }: Secrets, addressOf: ReturnType<typeof voiceAddress>): VoiceCaller {
  if (elksVoice) return openElksVoice(elksVoice, addressOf)
  return mode === 'demo' ? voiceOutboxOnly : voiceUnanswered
}

function pushFor({ push }: Config, { vapid }: Secrets): PushSender {
  return push.adapter === 'webpush' ? openWebPush(vapid, push.services) : pushOutboxOnly(vapid.publicKey)
}

function centreFor({ centre }: Config): CentreSender {
  return centre.adapter === 'dc09' ? openDc09(centre.networks) : centreOutboxOnly
}

function swishFor(config: Config, secrets: Secrets): SwishCounter | null {
  const { swish, origin } = config
  if (swish.adapter === 'local') {
    return config.webProcesses === null ? openLocalSwish() : openLocalSwish(undefined, inFolder(places.localSwish))
  }
  if (!secrets.swish) return null
  return openGetswish(secrets.swish, origin)
}

function tracingFor({ traces: { share } }: Config, { traces }: Secrets, log: Log): Tracing {
  if (!traces) return untraced
  // The worker's number, as in the metrics (metrics.ts), to tell several processes on a machine apart.
  const process = cluster.worker?.id ?? 0
  return openTracing(
    openOtlp(traces, { 'service.name': 'kvartera', 'service.instance.id': String(process) }, log),
    share,
  )
}

function filesFor({ s3 }: Secrets): Files {
  return s3 ? openS3Files(s3, systemClock) : openLocalFiles(places.files)
}
