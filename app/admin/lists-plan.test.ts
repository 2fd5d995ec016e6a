import { beforeAll, expect, test } from 'vitest'
import { readPeople } from '~/accounts/public.server'
import { readClosedLines } from '~/alarms/operator/admin-view-store.server'
import { everything } from '~/audit/public'
import { searchAudit } from '~/audit/public.server'
import { readBroadcasts } from '~/broadcasts/broadcast-store.server'
import { readForReview } from '~/companies/public.server'
import { readOutbox } from '~/outbox/public.server'
import { readCharges } from '~/payments/desk/list-store.server'
import { everyone } from '~/people/people-search'
import type { Database } from '~/platform/database/database.server'
import { insertCrowd } from '../../test/support/crowds/insert-crowd'
import { explain, scansOf, statementsOf } from '../../test/support/crowds/plans'
import { useDatabase } from '../../test/support/database'

/* Query plans of the administrators' lists with twelve thousand similar rows each. Under any sort order and filter a
   page is read from an index, and pagination neither repeats nor skips a row. */

const database = useDatabase()
const many = 12_000
const page = 25
/** A page plus one row, their related rows in other tables, and the last row of the previous page. */
const mostRead = 4 * (page + 1)

beforeAll(() => insertCrowd(database, crowd))

const crowd = [
  `insert into profiles (full_name, email, user_role, member_status, postcode, blocked_at, blocked_reason)
    select 'Namn ' || n % 40, n || '@exempel.se',
      (case when n % 1500 = 0 then 'admin' when n % 200 = 0 then 'company' else 'member' end),
      case when n % 200 > 0 then case when n % 1000 = 3 then 'past_due' else 'active' end end,
      (12540 + n % 100)::text, case when n % 1000 = 7 then now() end, case when n % 1000 = 7 then 'x' end
    from generate_series(1, ${many}) n`,
  `insert into companies (name, org_number, category, address, postcode, email, phone, review_state, deleted_at, hidden_reason)
    select 'Bolag ' || n % 40, 'O-' || n, 'other', 'Vägen', '12540', n || '@exempel.se', '+46701740000',
      case when n % 700 = 0 then 'waiting' when n % 300 = 1 then 'hidden' else 'approved' end,
      case when n % 400 = 2 then now() end, case when n % 300 = 1 then 'x' end
    from generate_series(1, ${many}) n`,
  `insert into charges (key, reference, kind, company_id, status, net_cents, vat_cents, gross_cents, issued_at, due_on, paid_at)
    select 'c' || n, 'KV' || lpad(n::text, 12, '0'), case when n % 41 = 0 then 'base' else 'membership' end,
      case when n % 41 = 0 then uuidv7() end, case when n % 4 = 0 then 'open' else 'paid' end,
      3120, 780, 3900, now(), date '2026-01-01' + n % 30, case when n % 4 > 0 then now() end
    from generate_series(1, ${many}) n`,
  `insert into safety_alarms (key, reported_by, postcode, message, status, called_at, closed_at, counted, created_at)
    select gen_random_uuid(), uuidv7(), (12540 + n % 100)::text, 'x', case when n % 500 = 0 then 'false_alarm' else 'cancelled' end,
      now(), now(), true, now()
    from generate_series(1, ${many}) n`,
  `insert into outbox_messages (channel, kind, recipient, subject, body_text, body_html, state)
    select case when n % 200 = 0 then 'push' else 'mail' end, 'welcome', n || '@exempel.se', 'x', 'x', case when n % 200 > 0 then 'x' end,
      case when n % 500 = 0 then 'failed' else 'sent' end
    from generate_series(1, ${many}) n`,
  `insert into audit_log (at, deed, subject_kind, subject_id, address)
    select now(), case when n % 300 = 0 then 'hide company' else 'look at person' end,
      case when n % 300 = 0 then 'company' else 'person' end, n::text, '10.0.0.1'
    from generate_series(1, ${many}) n`,
  `insert into broadcasts (key, purpose, postcode, text, state, author_id, created_at)
    select gen_random_uuid(), 'safety_sms', '12540', 'x', case when n % 500 = 0 then 'asked' else 'done' end, uuidv7(), now()
    from generate_series(1, ${many}) n`,
  'vacuum analyze',
]

type Read = (db: Database, down: boolean, before: string | null, limit: number) => Promise<readonly { id: string }[]>

const people =
  (by: 'name' | 'joined', asked: Partial<typeof everyone> = {}): Read =>
  (db, down, before, limit) =>
    readPeople(db, { ...everyone, ...asked }, before, limit, { by, down })

const companies =
  (by: 'waiting' | 'name' | 'joined', list: 'all' | 'waiting' | 'approved' | 'hidden' | 'deleted' = 'all'): Read =>
  (db, down, before, limit) =>
    readForReview(db, { list, text: '', order: { by, down }, before, limit })

type ChargeQuery = Parameters<typeof readCharges>[1]
const charges =
  (by: 'due' | 'sum' | 'asked', status: ChargeQuery['status'], kind: ChargeQuery['kind'] = null): Read =>
  (db, down, before, limit) =>
    readCharges(db, { status, kind, whose: null, limit }, { by, down }, before)

const alarms =
  (asked: { postcode?: string; end?: 'false_alarm' } = {}): Read =>
  (db, down, before, limit) =>
    readClosedLines(db, { postcode: null, end: null, ...asked, order: { by: 'pressed', down } }, before, limit)

const outbox =
  (asked: NonNullable<Parameters<typeof readOutbox>[3]> = {}): Read =>
  (db, down, before, limit) =>
    readOutbox(db, before, limit, { ...asked, oldestFirst: !down })

const audit =
  (asked: Partial<typeof everything> = {}): Read =>
  (db, down, before, limit) =>
    searchAudit(db, { ...everything, ...asked }, before, limit, { down })

const lists: Record<string, Read> = {
  people: people('joined'),
  'people by name': people('name'),
  'administrators by name': people('name', { role: 'admin' }),
  'members by name': people('name', { role: 'member' }),
  'late payers by name': people('name', { status: 'past_due' }),
  'people of a postcode by name': people('name', { postcode: '12541' }),
  'blocked people by name': people('name', { onlyBlocked: true }),
  'companies that wait first': companies('waiting'),
  'companies by name': companies('name'),
  'companies by when they joined': companies('joined'),
  'companies that wait': companies('waiting', 'waiting'),
  'approved by name': companies('name', 'approved'),
  hidden: companies('waiting', 'hidden'),
  'hidden by name': companies('name', 'hidden'),
  gone: companies('joined', 'deleted'),
  'gone by name': companies('name', 'deleted'),
  unpaid: charges('due', 'open'),
  'unpaid by sum': charges('sum', 'open'),
  'unpaid by when asked for': charges('asked', 'open'),
  'unpaid of a kind': charges('due', 'open', 'base'),
  'unpaid of a kind by sum': charges('sum', 'open', 'base'),
  paid: charges('asked', 'paid'),
  'paid of a kind': charges('asked', 'paid', 'base'),
  'alarms that are over': alarms(),
  'alarms of a postcode': alarms({ postcode: '12541' }),
  'false alarms': alarms({ end: 'false_alarm' }),
  messages: outbox(),
  'messages by push': outbox({ channel: 'push' }),
  'failed messages': outbox({ state: 'failed' }),
  history: audit(),
  'history of a deed': audit({ deed: 'hide company' }),
  'history of companies': audit({ subjectKind: 'company' }),
  broadcasts: (db, down, before, limit) => readBroadcasts(db, { oldestFirst: !down, before, limit }),
  'broadcasts that wait': (db, down, before, limit) =>
    readBroadcasts(db, { asked: true, oldestFirst: !down, before, limit }),
}

test.each(Object.entries(lists).flatMap(([name, read]) => [true, false].map((down) => ({ name, read, down }))))(
  'keyset pagination by an index without gaps or repeats: $name, down: $down',
  async ({ read, down }) => {
    const whole = (await read(database.db, down, null, 3 * page)).map(({ id }) => id)
    const seen: string[] = []
    let before: string | null = null
    for (let pages = 0; pages < 3; pages++) {
      const rows = await read(database.db, down, before, page)
      seen.push(...rows.map(({ id }) => id))
      before = rows.at(-1)?.id ?? null
      if (rows.length < page) break
    }
    expect(seen).toEqual(whole)
    expect(seen.length).toBeGreaterThan(0)
    for (const from of [null, whole[page - 1] ?? whole[0] ?? null]) {
      const statements = await statementsOf(database, (db) => read(db, down, from, page + 1))
      for (const statement of statements) {
        for (const { kind, relation, rows } of scansOf(await explain(database, statement))) {
          // Nobody is on duty and nothing is paid here: an empty table may be scanned.
          if (rows === 0) continue
          expect(kind, `${relation} in ${statement.sql}`).not.toBe('Seq Scan')
          expect(rows, `${relation} by ${kind} in ${statement.sql}`).toBeLessThanOrEqual(mostRead)
        }
      }
    }
  },
)
