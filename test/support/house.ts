import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ControlledTransaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { sendDueAccountMail } from '~/accounts/public.server'
import { sendDueMail, sendDuePush, sendDueSms } from '~/notifications/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import type { Tables } from '~/platform/database/database.server'
import { centreOutboxOnly } from '~/platform/dc09/centre.server'
import { noFaultBook } from '~/platform/faults/faults.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import type { House, Visitor, WakeWork } from '~/platform/house.server'
import { openKeys } from '~/platform/keys.server'
import { silentLog } from '~/platform/log.server'
import type { Mail } from '~/platform/mail/mail.server'
import type { Push, PushDelivery } from '~/platform/push/push.server'
import type { Hint } from '~/platform/realtime/hint'
import type { Sms, SmsDelivery } from '~/platform/sms/sms.server'
import { untraced } from '~/platform/tracing/tracing.server'
import type { Placed } from '~/platform/voice/voice.server'
import { above } from '~/shell/above.server'
import { type TestDatabase, useDatabase } from './database'

/**
 * The product with a real database and accounts, and a clock, log and mailbox that the test controls. Nothing runs in
 * the background: `deliver` does the worker's sending.
 */
export type TestHouse = House & {
  clock: MovableClock
  pool: TestDatabase['pool']
  /** Wake-ups of the worker, oldest first. */
  woken: WakeWork[]
  /** Hints sent to open pages, oldest first. */
  told: Hint[]
  /** Runs SQL as the tables' owner. */
  asOwner: TestDatabase['asOwner']
  /** Sends all due messages on every channel, as the worker would, and returns the mails sent now. */
  deliver(): Promise<Mail[]>
  /** SMS and pushes sent, oldest first. A test may set the next answers. */
  texted: Recorded<Sms, SmsDelivery>
  pushed: Recorded<Push, PushDelivery>
  /** Calls placed, oldest first. */
  rung: Recorded<Rung, Placed>
  /** A browser. `cookies`: the Set-Cookie headers that it was given, oldest first. */
  visitor(browser?: { cookies?: string[]; address?: string; userAgent?: string }): Promise<Visitor>
}

/** What a channel was given, and its next answers; by default it succeeds. */
export type Recorded<Sent, Answer> = { sent: Sent[]; answers: Answer[] }

/** A call to a phone. The provider's id is `p-` and the attempt. */
export type Rung = { phone: string; id: string; attempt: number }

/** Moves the time of the whole process, since the auth library does not use our clock. */
export type MovableClock = Clock & { forward(time: { days?: number; hours?: number; minutes?: number }): void }

const config: Config = {
  mode: 'demo',
  host: '127.0.0.1',
  port: 3000,
  origin: 'http://kvartera.test',
  trustedProxies: [],
  mail: { adapter: 'outbox' },
  mailFrom: 'hej@kvartera.test',
  contactDelivery: 'inbox',
  securityContact: 'mailto:hej@kvartera.test',
  files: { adapter: 'local' },
  sms: { adapter: 'outbox' },
  smsPartOre: 60,
  smsLowOre: 300_00,
  smsCountries: ['SE'],
  smsCodesPerHour: 300,
  push: { adapter: 'outbox', services: [] },
  voice: { adapter: 'outbox', recordings: null },
  centre: { adapter: 'outbox', networks: [] },
  operator: {
    name: 'Prov AB',
    orgNumber: '559999-0008',
    address: 'Provgatan 1, 125 40 Älvsjö',
    vatNumber: 'SE559999000801',
    swishNumber: '1231181189',
  },
  takesCards: false,
  swish: { adapter: 'none' },
  mapAddress: 'https://karta.example/?till={latitude},{longitude}',
  emergencyAnswer: { seconds: 7.3, source: 'SOS Alarms årsrapport för 2025' },
  statusFolder: null,
  traces: { adapter: 'none', share: 0 },
  standbyMissing: 'go-on',
  leastFreeSpace: 0,
  backupFolder: null,
  webProcesses: null,
  stopNoticeMs: 0,
  logLevel: 'error',
}

export const testSecret = 'f3Zk9-only-for-tests-Qw7Lr2mXv8Ty'

const clock: MovableClock = {
  now: () => new Date(),
  forward({ days = 0, hours = 0, minutes = 0 }) {
    // Days as a person counts them: a day has 23 or 25 hours when summer time begins or ends.
    const here = Temporal.Instant.fromEpochMilliseconds(Date.now()).toZonedDateTimeISO('Europe/Stockholm')
    vi.setSystemTime(here.add({ days }).epochMilliseconds + (hours * 60 + minutes) * 60_000)
  },
}

/** A house for the calling test file. */
export function useHouse(): TestHouse {
  const database = useDatabase()
  const house = {} as TestHouse
  const folder = mkdtempSync(join(tmpdir(), 'kvartera-house-'))
  beforeAll(() => {
    Object.assign(house, openTestHouse(database, folder))
  })
  afterAll(() => {
    rmSync(folder, { recursive: true })
  })
  beforeEach(async () => {
    house.woken.length = 0
    house.told.length = 0
    for (const way of [house.texted, house.pushed, house.rung]) way.sent.length = way.answers.length = 0
    // Removes messages that earlier tests left unsent, in one statement: this runs before each of thousands of tests.
    await house.db
      .with('requests', (db) => db.deleteFrom('account_mail_requests'))
      .deleteFrom('outbox_messages')
      .execute()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  return house
}

/**
 * The same house, with each test in a transaction that is rolled back: data from `beforeAll` is there, and tests do not
 * see each other's rows, at the cost of a few statements. Only for code that takes `db` and begins no transaction of
 * its own.
 */
export function useTakenBack(house: TestHouse): TestHouse {
  const its = {} as TestHouse
  let begun: ControlledTransaction<Tables> | undefined
  beforeEach(async () => {
    begun = await house.db.startTransaction().execute()
    Object.assign(its, house, { db: begun })
  })
  afterEach(() => begun?.rollback().execute())
  return its
}

/** Opens every port. Also used by measurements, on a database as durable as the product's. */
export function openTestHouse(
  { db, pool, asOwner }: Pick<TestDatabase, 'db' | 'pool' | 'asOwner'>,
  folder: string,
): TestHouse {
  const sent: Mail[] = []
  const texted: Recorded<Sms, SmsDelivery> = { sent: [], answers: [] }
  const pushed: Recorded<Push, PushDelivery> = { sent: [], answers: [] }
  const rung: Recorded<Rung, Placed> = { sent: [], answers: [] }
  const woken: WakeWork[] = []
  const told: Hint[] = []
  const wake = (work: WakeWork) => {
    woken.push(work)
  }
  const house: TestHouse = {
    config,
    log: silentLog,
    clock,
    db,
    pool,
    asOwner,
    keys: openKeys([testSecret]),
    auth: openAuth(config, [testSecret], db, silentLog),
    mail: {
      name: 'recording',
      leavesTheHouse: false,
      async send(mail) {
        sent.push(mail)
        return { kind: 'delivered' }
      },
    },
    sms: {
      name: 'recording',
      leavesTheHouse: false,
      async send(sms, id) {
        texted.sent.push(sms)
        return texted.answers.shift() ?? { kind: 'delivered', providerId: `s-${id}` }
      },
      balance: async () => null,
    },
    push: {
      name: 'recording',
      leavesTheHouse: false,
      publicKey: 'test',
      accepts: (endpoint) => endpoint.startsWith('https://push.test/'),
      async send(push) {
        pushed.sent.push(push)
        return pushed.answers.shift() ?? { kind: 'delivered' }
      },
    },
    voice: {
      name: 'recording',
      leavesTheHouse: true,
      canRing: true,
      async call(phone, id, attempt) {
        rung.sent.push({ phone, id, attempt })
        return rung.answers.shift() ?? { kind: 'placed', providerId: `p-${id}-${attempt}` }
      },
    },
    centre: centreOutboxOnly,
    files: openLocalFiles(folder),
    above,
    cards: null,
    swish: null,
    tracing: untraced,
    faults: noFaultBook,
    live: { tell: (hint) => void told.push(hint), follow: () => () => {} },
    texted,
    pushed,
    rung,
    wake,
    firstCalls: null,
    isClosing: () => false,
    woken,
    told,
    async deliver() {
      while ((await sendDueAccountMail(house)) > 0);
      for (const send of [sendDueMail, sendDueSms, sendDuePush]) while ((await send(house)) > 0);
      return sent.splice(0)
    },
    async visitor({ cookies = [], address = '192.0.2.1', userAgent = 'Vitest' } = {}) {
      const headers = new Headers({
        cookie: cookieHeader(cookies),
        'user-agent': userAgent,
        'x-kvartera-client': address,
      })
      const signedIn = await house.auth.sessions.current(headers)
      return { requestId: randomUUID(), nonce: '', path: '/', address, origin: config.origin, headers, signedIn }
    },
  }
  return house
}

/** The Cookie header of a browser: the newest of each name, unless it was deleted. */
export function cookieHeader(cookies: string[]): string {
  const jar = new Map<string, string>()
  for (const cookie of cookies) {
    const [pair = ''] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    if (/;\s*max-age=0\b/i.test(cookie)) jar.delete(name)
    else jar.set(name, pair)
  }
  return [...jar.values()].join('; ')
}

/**
 * Asserts that every queued message has woken the worker, so that none waits for the next sweep: before each delivery,
 * and at the end of each test. Messages that a test inserts itself must be announced (`wake`).
 */
export function holdWakes(house: TestHouse) {
  /** Index into `woken`: earlier wake-ups have been handled. */
  let heard = 0
  const look = async () => {
    const since = new Set<string>(house.woken.slice(Math.min(heard, house.woken.length)))
    const waiting = await house.db
      .selectFrom('outbox_messages')
      .select(['channel', 'kind', 'subject'])
      .where('state', '=', 'queued')
      .where('attempts', '=', 0)
      .execute()
    const left = waiting.filter(({ channel }) => !since.has(channel) && !since.has('messages'))
    expect(left, 'wait in the outbox, and nobody was woken').toEqual([])
  }
  beforeAll(() => {
    const { deliver } = house
    house.deliver = async () => {
      await look()
      const sent = await deliver()
      heard = house.woken.length
      return sent
    }
  })
  afterEach(async () => {
    await look()
    heard = 0
  })
}
