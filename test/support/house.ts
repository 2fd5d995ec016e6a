import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { accountMails, sendDueAccountMail } from '~/accounts/public.server'
import { sendDueMail } from '~/notifications/public.server'
import { openAuth } from '~/platform/auth/open-auth.server'
import type { Clock } from '~/platform/clock.server'
import type { Config } from '~/platform/config.server'
import { openLocalFiles } from '~/platform/files/local-files.server'
import type { House, Visitor, WakeWork } from '~/platform/house.server'
import { silentLog } from '~/platform/log.server'
import type { Mail } from '~/platform/mail/mail.server'
import { type TestDatabase, useDatabase } from './database'

/**
 * The product with its real database and accounts, and with a clock, a log and a letterbox that a test holds
 * in its hand. Nothing runs by itself: what the worker would do, `deliver` does.
 */
export type TestHouse = House & {
  clock: MovableClock
  /** What was woken, oldest first. */
  woken: WakeWork[]
  /** Sends what is due, as the worker would, and returns what went out now. */
  deliver(): Promise<Mail[]>
  /** A browser: `cookies` are the Set-Cookie answers it has been given, oldest first. */
  visitor(browser?: { cookies?: string[]; address?: string; userAgent?: string }): Promise<Visitor>
}

/** Moves the time of the whole process, since the auth library looks at no clock of ours. */
export type MovableClock = Clock & { forward(time: { days?: number; hours?: number; minutes?: number }): void }

const config: Config = {
  mode: 'demo',
  host: '127.0.0.1',
  port: 3000,
  origin: 'http://kvartera.test',
  databaseUrl: null,
  authSecret: 'f3Zk9-only-for-tests-Qw7Lr2mXv8Ty',
  trustedProxies: [],
  mail: { adapter: 'outbox' },
  mailFrom: 'hej@kvartera.test',
  contactDelivery: 'inbox',
  files: { adapter: 'local' },
  logLevel: 'error',
}

const clock: MovableClock = {
  now: () => new Date(),
  forward({ days = 0, hours = 0, minutes = 0 }) {
    vi.setSystemTime(Date.now() + ((days * 24 + hours) * 60 + minutes) * 60_000)
  },
}

/** A house of its own for the test file that calls it. */
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
    // What an earlier test left unsent is not this one's.
    await house.db.deleteFrom('account_mail_requests').execute()
    await house.db.deleteFrom('outbox_messages').execute()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  return house
}

function openTestHouse({ db }: TestDatabase, folder: string): TestHouse {
  const sent: Mail[] = []
  const woken: WakeWork[] = []
  const wake = (work: WakeWork) => {
    woken.push(work)
  }
  const house: TestHouse = {
    config,
    log: silentLog,
    clock,
    db,
    auth: openAuth(
      config,
      db,
      silentLog,
      accountMails(db, config.origin, () => wake('mail')),
    ),
    mail: {
      name: 'recording',
      leavesTheHouse: false,
      async send(mail) {
        sent.push(mail)
        return { kind: 'delivered' }
      },
    },
    files: openLocalFiles(folder),
    wake,
    isClosing: () => false,
    woken,
    async deliver() {
      while ((await sendDueAccountMail(house)) > 0);
      while ((await sendDueMail(house)) > 0);
      return sent.splice(0)
    },
    async visitor({ cookies = [], address = '192.0.2.1', userAgent = 'Vitest' } = {}) {
      const headers = new Headers({
        cookie: cookieHeader(cookies),
        'user-agent': userAgent,
        'x-kvartera-client': address,
      })
      const signedIn = await house.auth.sessions.current(headers)
      return { requestId: randomUUID(), nonce: '', address, headers, signedIn }
    },
  }
  return house
}

/** What a browser sends back of the cookies it was given: the newest of each name, unless it was taken away. */
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
