import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import routes from '~/routes'
import { namesOf } from '~/shared/chosen'
import { chores } from '~/upkeep/public'
import { readSources } from '../shape/sources'
import { useDatabase } from '../support/database'
import { productionEnv } from '../support/operator'
import { ofMany, oneOfEach } from '../support/pace/long'
import { freePort, type Product, startProcess } from '../support/product-process'

/**
 * Every administrators' page, with every method and every intent, tried by everybody who may not. In `npm test` each page
 * is tried with each method by one of them, in turn, and each intent of a slice at one of its pages.
 */

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kvartera-admin-doors-'))
let product: Product
let home: string

beforeAll(async () => {
  const port = String(await freePort())
  home = `http://127.0.0.1:${port}`
  product = await startProcess({
    DATA_DIR: folder,
    PORT: port,
    ORIGIN: home,
    DATABASE_URL: database.url,
    ...productionEnv,
  })
})
afterAll(async () => {
  await product.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Pages handle only the first two methods; the others guard against one that would bypass the check. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].slice(0, ofMany(5, 2))

type Door = { address: string; slice: string }

function doorsOf(entries: RouteConfigEntry[], above = ''): Door[] {
  return entries.flatMap((entry) => {
    const address = entry.path ? `${above}/${entry.path}` : above
    const own = entry.path !== undefined || entry.index ? [{ address, slice: entry.file.split('/')[0] ?? '' }] : []
    return [...own, ...doorsOf(entry.children ?? [], address)]
  })
}

/** Every intent that a form of the slice can send, read from its sources, so that new ones are included. */
const intentsOf = (slice: string) => [
  ...new Set(
    readSources([`app/${slice}`], /\.tsx?$/).flatMap(({ path }) =>
      [...readFileSync(path, 'utf8').matchAll(/\bintent(?:="|: ')([a-z-]+)|^\s+'?([a-z]+(?:-[a-z]+)*)'?: \{ ?$/gm)].map(
        ([, sent, deed]) => sent ?? deed ?? '',
      ),
    ),
  ),
]

/** Runs four at a time. */
async function each<One>(those: readonly One[], does: (one: One) => Promise<void>) {
  const left = [...those]
  const hand = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await does(one)
  }
  await Promise.all([hand(), hand(), hand(), hand()])
}

async function signUp(role: 'member' | 'company') {
  const email = `${role}${Math.random().toString(36).slice(2)}@exempel.se`
  const shared = { intent: role, email, password: 'gullviva62', phone: '0701740640', terms: 'on' }
  const own: Record<string, string> =
    role === 'member' ? { name: 'Siv' } : { companyName: 'Siv AB', orgNumber: '1', category: 'other', address: 'x' }
  const answer = await fetch(`${home}/signup?role=${role}`, {
    method: 'POST',
    body: new URLSearchParams({ ...shared, ...own }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(302)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const { id } = await database.db
    .selectFrom('profiles')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id, cookie }
}

/**
 * Checksums of all tables, which refused requests must not change. Leaves out tables that log refusals or that
 * background work writes to.
 */
async function everything() {
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'attempts', 'signing_keys', 'alarm_pulse', 'chore_runs')`.execute(database.db)
  const sums: Record<string, string> = {}
  for (const { table_name } of rows) {
    const { rows: found } = await sql<{ sum: string }>`
      select count(*) || ' ' || md5(coalesce(string_agg(each::text, ',' order by each::text), '')) as sum
      from ${sql.id(table_name)} as each`.execute(database.db)
    sums[table_name] = found[0]?.sum ?? ''
  }
  return sums
}

test('admin pages refuse everybody but a full admin, change nothing, and record refusals in the audit log', async () => {
  const [member, company, half] = [await signUp('member'), await signUp('company'), await signUp('member')]
  await database.db.updateTable('profiles').set({ user_role: 'admin' }).where('id', '=', half.id).execute()
  const owned = await database.db
    .selectFrom('companies')
    .select('id')
    .where('owner_id', '=', company.id)
    .executeTakeFirstOrThrow()
  const cookies = ['', member.cookie, company.cookie, half.cookie]

  const doors = doorsOf(await routes)
    .filter(({ address }) => address.startsWith('/dashboard/admin'))
    .map(({ address, slice }) => {
      const id = address.includes('/companies/') ? owned.id : member.id
      return { address: address.replace(':code', '12540').replace(/:\w+/g, id), slice, intents: intentsOf(slice) }
    })
  expect(doors.length).toBeGreaterThan(15)
  const intents = doors.flatMap((door) => door.intents)
  expect(intents).toEqual(expect.arrayContaining(['hide-company', 'change-role', 'set-postcode-state', 'answer']))
  // Waits for the mails about the sign-ups.
  await expect.poll(() => database.db.selectFrom('account_mail_requests').select('id').execute()).toEqual([])
  await expect
    .poll(() => database.db.selectFrom('outbox_messages').select('id').where('state', '=', 'queued').execute())
    .toEqual([])
  // Waits until every chore has run once.
  await expect
    .poll(async () => (await database.db.selectFrom('chore_runs').select('chore').execute()).length)
    .toBe(namesOf(chores).length)
  const before = await everything()

  const sent = {
    id: member.id,
    reason: 'x',
    sure: 'on',
    role: 'admin',
    state: 'closed',
    months: '9',
    password: 'gullviva62',
  }
  const knock = async (cookie: string, door: string, method: string, intent?: string) => {
    const body = method === 'GET' ? undefined : new URLSearchParams({ ...sent, ...(intent && { intent }) })
    const answer = await fetch(home + door, { method, body, headers: { cookie, origin: home }, redirect: 'manual' })
    const text = await answer.text()
    const where = `${method} ${door} ${intent ?? ''}`
    // Redirected, refused, or method not allowed; never admitted, never a server error.
    expect([202, 302, 403, 404, 405], where).toContain(answer.status)
    // The router's single-fetch form of a redirect.
    if (answer.status === 202) expect(text, where).toContain('"redirect"')
    if (answer.status === 302) expect(answer.headers.get('location'), where).not.toContain('/dashboard/admin')
  }
  const knocks = doors.flatMap(({ address }) => [
    ...methods.map((method) => ({ address, method, intent: undefined })),
    { address: `${address}.data`, method: 'POST', intent: 'change-role' },
  ])
  const first = Math.floor(Math.random() * cookies.length)
  await each([...knocks.entries()], async ([nth, { address, method, intent }]) => {
    for (let turn = 0; turn < ofMany(cookies.length, 1); turn++) {
      await knock(cookies[(first + nth + turn) % cookies.length] ?? '', address, method, intent)
    }
  })
  // An administrator without the second factor comes closest to having access.
  const deeds = doors.flatMap(({ address, slice, intents }) => intents.map((intent) => ({ address, slice, intent })))
  await each(
    oneOfEach('intents', deeds, ({ slice, intent }) => `${slice} ${intent}`),
    ({ address, intent }) => knock(half.cookie, address, 'POST', intent),
  )

  expect(await everything()).toEqual(before)
  const refused = await database.db
    .selectFrom('audit_log')
    .select(['actor_id', 'after', 'address', (of) => of.fn.countAll<number>().as('count')])
    .where('deed', '=', 'refused at the door')
    .groupBy(['actor_id', 'after', 'address'])
    .execute()
  const told = Object.fromEntries(refused.map(({ after, count }) => [(after as { as: string }).as, count]))
  // Refusals are logged up to a limit per visitor.
  expect(told).toEqual({ 'signed out': 20, member: 20, company: 20, admin: 20 })
  expect(refused.every(({ address }) => address === '127.0.0.1')).toBe(true)
}, 300_000)
