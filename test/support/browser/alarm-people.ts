import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import pg from 'pg'
import { linkToken } from '~/alarms/engine/links/link-token.server'
import { openKeys } from '~/platform/keys.server'
import { demo, demoPassword, logIn, newPostcode } from './browser-people'

/**
 * A neighbourhood per journey about alarms, so that no alarm reaches another journey. Written directly into the running
 * product's database: checked and paid companies, and people with the demo's password.
 */
export type Partner = { email: string; companyId: string; companyName: string; guardKey: string; guardId: string }
export type Area = { postcode: string; member: string; memberId: string; partners: Partner[] }

async function onDatabase<Value>(work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const host = join(process.env.TEST_FOLDER ?? '', 'run')
  const client = new pg.Client({ host, user: 'kvartera', database: 'kvartera' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Changes that no page can make while a test runs, such as a permit that runs out. */
export const change = (sql: string, values: unknown[] = []) => onDatabase((client) => client.query(sql, values))

export async function ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  return onDatabase(async (client) => (await client.query<Row>(sql, values)).rows)
}

/** Locks the selected rows while `deed` runs: requests that need them fail after the product's own `lock_timeout`. */
export const whileHeld = (sql: string, values: unknown[], deed: () => Promise<void>) =>
  onDatabase(async (client) => {
    await client.query('begin')
    await client.query(`${sql} for update`, values)
    await deed()
    await client.query('rollback')
  })

/** An open postcode: only there can sponsor months be bought. */
export async function openPostcode(): Promise<string> {
  const code = newPostcode()
  await ask(`insert into postcodes (code, name, state) values ($1, 'Provby', 'open')`, [code])
  return code
}

/** A postcode with one member and the given number of guard companies, each with a guard on duty. */
export async function openArea(companies = 2): Promise<Area> {
  const postcode = newPostcode()
  return onDatabase(async (client) => {
    await client.query(`insert into postcodes (code, name, state) values ($1, 'Provby', 'open')`, [postcode])
    const member = await moveIn(client, { name: 'Siv Provsson', role: 'member', postcode })
    const partners: Partner[] = []
    for (let n = 0; n < companies; n++) partners.push(await openPartner(client, postcode, `Provvakt ${'ABCD'[n]}`))
    return { postcode, member: member.email, memberId: member.id, partners }
  })
}

type Mover = { name: string; role: 'member' | 'company'; postcode: string }

async function moveIn(client: pg.Client, { name, role, postcode }: Mover) {
  const [id, email] = [randomUUID(), `larm-${randomBytes(6).toString('hex')}@exempel.se`]
  await client.query(
    `insert into profiles (id, full_name, email, email_verified, phone, phone_verified_at, postcode, user_role, member_status)
     values ($1, $2, $3, true, $4, now(), $5, $6, $7)`,
    [id, name, email, phone(), postcode, role, role === 'member' ? 'trial' : null],
  )
  await client.query(
    `insert into identities (profile_id, provider, provider_account_id, password)
     select $1::uuid, 'credential', $1::uuid::text, password from identities join profiles on profiles.id = profile_id where email = $2`,
    [id, demo.member],
  )
  if (role === 'member') {
    // Copies the demo member's membership, with all its columns.
    await client.query(
      `insert into memberships select (jsonb_populate_record(null::memberships,
         to_jsonb(memberships) || jsonb_build_object('profile_id', $1::uuid))).*
       from memberships join profiles on profiles.id = profile_id where email = $2`,
      [id, demo.member],
    )
  }
  return { id, email }
}

async function openPartner(client: pg.Client, postcode: string, companyName: string): Promise<Partner> {
  const owner = await moveIn(client, { name: companyName, role: 'company', postcode })
  const companyId = randomUUID()
  await client.query(
    `insert into companies (id, owner_id, name, org_number, category, address, postcode, email, phone, plan,
       is_security_partner, review_state)
     values ($1, $2, $3, '556000-0000', 'security', 'Provvägen 1', $4, $5, $6, 'sponsor', true, 'approved')`,
    [companyId, owner.id, companyName, postcode, owner.email, phone()],
  )
  await client.query(
    `insert into security_partner_records
       (company_id, authorisation_number, authorisation_class, valid_until, name, org_number)
     select id, 'PROV-1', 'Bevakningsföretag', '2199-12-31', name, org_number from companies where id = $1`,
    [companyId],
  )
  await client.query('insert into security_partner_areas (company_id, postcode) values ($1, $2)', [companyId, postcode])
  await client.query(`update companies set security_status = 'active' where id = $1`, [companyId])
  return { email: owner.email, companyId, companyName, ...(await hire(client, companyId, 'Ali Rahimi')) }
}

async function hire(client: pg.Client, companyId: string, name: string) {
  const [guardId, guardKey] = [randomUUID(), randomBytes(32).toString('base64url')]
  await client.query(
    `insert into guards (id, company_id, name, phone, phone_verified_at, on_duty_since, on_duty_until, link_hash, link_made_at)
     select $1, $2, $3, coalesce(free.phone, $4), now(), now(), now() + interval '8 hours', $5, now()
     from (select (select '+46701740' || n from generate_series(605, 699) as n
       where not exists (select from guards where guards.phone = '+46701740' || n) order by random() limit 1) as phone) as free`,
    [guardId, companyId, name, phone(), createHash('sha256').update(guardKey).digest('hex')],
  )
  return { guardId, guardKey }
}

/** Adds another guard on duty to a company. */
export const hireAnother = (companyId: string, name: string) => onDatabase((client) => hire(client, companyId, name))

/** Numbers that the Swedish regulator reserves for fiction. */
const phone = () => `+4670174${String(randomInt(604, 700)).padStart(4, '0')}`

/** A browser context of its own, with its own client address. */
export async function openAs(browser: Browser, email: string, options: BrowserContextOptions = {}): Promise<Page> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const extraHTTPHeaders = { 'X-Forwarded-For': address }
  const context = await browser.newContext({ extraHTTPHeaders, ...options })
  const page = await context.newPage()
  await logIn(page, email, demoPassword)
  return page
}

/**
 * Removes Background Sync where the browser has it, so that a test controls all sending by the page: the service worker
 * would otherwise send the kept alarm whenever the browser decides.
 */
export const sendsByItself = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', { value: undefined }))

/** Puts an alarm into the browser's store as a page would have left it that long ago. */
export async function leaveKept(page: Page, memberId: string, message: string, hoursAgo: number): Promise<string> {
  const alarm = { key: randomUUID(), memberId, message, position: null, isTest: false, hoursAgo }
  await page.evaluate(
    ({ hoursAgo: hours, ...left }) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('kvartera-alarms', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kept', 'readwrite')
          writing.objectStore('kept').put({ ...left, writtenAt: Date.now() - hours * 3_600_000 })
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      }),
    alarm,
  )
  return alarm.key
}

/** From the next page on: the first openings of IndexedDB are never answered, and later ones are. */
export const hangsAtFirst = (page: Page) =>
  page.addInitScript(() => {
    const open = IDBFactory.prototype.open
    let opened = 0
    IDBFactory.prototype.open = function (this: IDBFactory, ...asked) {
      return opened++ < 4 ? (new EventTarget() as IDBOpenDBRequest) : open.apply(this, asked)
    }
  })

/** The only alarm of an area. */
export async function alarmOf({ postcode }: Area): Promise<string> {
  const [alarm] = await ask<{ id: string }>('select id from safety_alarms where postcode = $1', [postcode])
  return alarm?.id ?? ''
}

/** A guard who has entered by the link on their phone. */
export async function openAsGuard(browser: Browser, key: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage()
  await page.goto(`/vakt/in?nyckel=${key}`)
  await page.getByRole('button', { name: 'Öppna min sida' }).click()
  await page.waitForURL(/\/vakt$/)
  return page
}

/** The personal link that a message to a guard of the company carried. */
export async function linkOf(alarmId: string, companyId: string): Promise<string> {
  const rows = await ask<{ recipient: string }>(
    'select id as recipient from alarm_recipients where alarm_id = $1 and company_id = $2 and guard_id is not null',
    [alarmId, companyId],
  )
  return `/larm/${tokenOf(rows[0]?.recipient ?? '')}`
}

/** The personal link of somebody whom the member has named. */
export async function followingLinkOf(alarmId: string): Promise<string> {
  const rows = await ask<{ recipient: string }>(
    `select id as recipient from alarm_recipients where alarm_id = $1 and role = 'circle'`,
    [alarmId],
  )
  return `/larm/${tokenOf(rows[0]?.recipient ?? '')}/folj`
}

function tokenOf(recipient: string): string {
  const secret = readFileSync(join(process.env.TEST_FOLDER ?? '', 'auth-secret'), 'utf8')
  return linkToken(openKeys([secret]), recipient)
}
