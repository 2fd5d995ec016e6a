import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database'
import * as store from './attention-store.server'

/* Of every kind exactly two rows wait, since 1 and 2 June. Beside them are older rows that no longer wait or never did,
   each differing in one column. */

const database = useDatabase()
const [first, second, old] = ['2026-06-01 12:00Z', '2026-06-02 12:00Z', '2026-01-01 12:00Z']
const since = new Date(first.replace(' ', 'T'))

beforeAll(async () => {
  // Disables triggers and foreign keys: the referenced rows do not matter here.
  for (const statement of rows) await database.asOwner(`set session_replication_role = replica; ${statement}`)
})

const alarm = (status: string, at: string, isTest = false) =>
  `insert into safety_alarms (key, reported_by, postcode, message, status, called_at, counted, created_at, is_test,
     taken_by_operator, taken_at, closed_at)
   select gen_random_uuid(), uuidv7(), '12540', 'x', '${status}', '${at}', true, '${at}', ${isTest},
     case when '${status}' in ('acknowledged', 'on_site') then uuidv7() end,
     case when '${status}' in ('acknowledged', 'on_site') then '${at}'::timestamptz end,
     case when '${status}' = 'cancelled' then '${at}'::timestamptz end`
const firm = (given: {
  state?: string
  at?: string
  gone?: boolean
  asks?: boolean
  partner?: boolean
  until?: string
}) => `
  with firm as (
    insert into companies (name, org_number, category, address, postcode, email, phone, review_state, created_at, deleted_at,
      proposed_name, proposed_org_number, is_security_partner)
    values ('Bolag', gen_random_uuid()::text, 'other', 'Vägen', '12540', gen_random_uuid() || '@exempel.se', '+46701740000',
      '${given.state ?? 'approved'}', '${given.at ?? old}', ${given.gone ? 'now()' : 'null'},
      ${given.asks ? `'Annat', '556016-0680'` : 'null, null'}, ${given.partner ?? false})
    returning id)
  ${
    given.until
      ? `insert into security_partner_records (company_id, name, org_number, authorisation_number, authorisation_class, valid_until)
         select id, 'Bolag', 'x', 'x', 'x', '${given.until}' from firm`
      : 'select * from firm'
  }`
const insert = (table: string, columns: string, ...values: string[]) =>
  `insert into ${table} (${columns}) values ${values.map((value) => `(${value})`).join(', ')}`
const refund = (at: string, method: string, paidOut: string) => `
  with paid as (insert into payments (charge_id, amount_cents, method, created_at, received_on)
    values (uuidv7(), 100, '${method}', '${at}', '2026-06-01') returning id)
  insert into refunds (key, payment_id, amount_cents, reason, created_at, paid_out_at)
  select gen_random_uuid(), id, 100, 'x', '${at}', ${paidOut} from paid`

const reported = [randomUUID(), randomUUID()]

const rows = [
  ...[first, second].map((at) => alarm('new', at)),
  ...[first, second].map((at) => alarm('acknowledged', at)),
  alarm('new', old, true),
  alarm('on_site', old, true),
  alarm('cancelled', old),
  insert(
    'alarm_incidents',
    'kind, subject, found_at, gone_at',
    ...two(`'late step', '1'`, `'late step', '2'`),
    `'late step', '3', '${old}', now()`,
  ),
  ...[firm({ state: 'waiting', at: first }), firm({ state: 'waiting', at: second }), firm({ at: old })],
  firm({ state: 'waiting', at: old, gone: true }),
  insert(
    'broadcasts',
    'key, purpose, postcode, text, author_id, created_at, state',
    ...[first, second].map((at) => `gen_random_uuid(), 'safety_sms', '12540', 'x', uuidv7(), '${at}', 'asked'`),
    `gen_random_uuid(), 'safety_sms', '12540', 'x', uuidv7(), '${old}', 'done'`,
  ),
  insert(
    'contact_messages',
    'key, name, email, interest, message, created_at, state',
    ...[first, second].map((at) => `gen_random_uuid(), 'x', 'x', 'customer', 'x', '${at}', 'new'`),
    `gen_random_uuid(), 'x', 'x', 'customer', 'x', '${old}', 'answered'`,
  ),
  insert(
    'outbox_messages',
    'channel, kind, recipient, subject, body_text, body_html, state, created_at',
    ...[first, second, old].map((at) => `'mail', 'x', 'x', 'x', 'x', '<p>', 'failed', '${at}'`),
    `'mail', 'x', 'x', 'x', 'x', '<p>', 'sent', '${second}'`,
  ),
  insert(
    'bank_files',
    'digest, name, read_at, read_by, booked_at',
    ...[first, second].map((at, n) => `repeat('${n}', 64), 'x', '${at}', uuidv7(), null`),
    `repeat('a', 64), 'x', '${old}', uuidv7(), now()`,
  ),
  insert(
    'swish_requests',
    'id, charge_id, amount_cents, payee, state, note, created_at, ended_at, next_attempt_at, seen_at',
    `uuidv7(), uuidv7(), 100, '1231181189', 'paid', 'x', '${old}', '${first}', now(), null`,
    `uuidv7(), uuidv7(), 100, '1231181189', 'paid', 'x', '${old}', '${second}', now(), null`,
    `uuidv7(), uuidv7(), 100, '1231181189', 'paid', 'x', '${old}', '${old}', now(), now()`,
    `uuidv7(), uuidv7(), 100, '1231181189', 'paid', null, '${old}', '${old}', now(), null`,
  ),
  insert(
    'card_events',
    'id, type, object_id, outcome, happened_at, received_at, seen_at',
    `'1', 'x', 'x', 'mismatch', '${first}', '${first}', null`,
    `'2', 'x', 'x', 'given back', '${second}', '${second}', null`,
    `'3', 'x', 'x', 'booked', '${old}', '${old}', null`,
    `'4', 'x', 'x', 'paid twice', '${old}', '${old}', now()`,
  ),
  ...[refund(first, 'swish', 'null'), refund(second, 'swish', 'null')],
  ...[refund(old, 'card', 'null'), refund(old, 'swish', 'now()')],
  insert(
    'point_marks',
    'profile_id, company_id, month, why, marked_at, settled_at',
    ...[first, second].map((at) => `uuidv7(), uuidv7(), '2026-06-01', 'many', '${at}', null`),
    `uuidv7(), uuidv7(), '2026-06-01', 'many', '${old}', now()`,
  ),
  insert(
    'job_payments',
    'booking_id, disputed_by, disputed_at, ended_how, ended_at',
    ...[first, second].map((at) => `uuidv7(), 'member', '${at}', null, null`),
    `uuidv7(), 'member', '${old}', 'agreed', now()`,
    'uuidv7(), null, null, null, null',
  ),
  // Two reviews, one of them reported twice.
  insert(
    'review_reports',
    'review_id, reporter_id, reason, reported_at, decision, decided_at, answer',
    `'${reported[0]}', uuidv7(), 'x', '${first}', null, null, null`,
    `'${reported[1]}', uuidv7(), 'x', '${second}', null, null, null`,
    `'${reported[1]}', uuidv7(), 'x', '${second}', null, null, null`,
    `uuidv7(), uuidv7(), 'x', '${old}', 'kept', now(), 'x'`,
  ),
  // A permit starts to wait thirty days before it expires.
  ...['2026-07-01', '2026-07-02', '2026-07-03'].map((until) => firm({ partner: true, until })),
  ...[firm({ until: '2026-06-20' }), firm({ partner: true, gone: true, until: '2026-06-20' })],
]

function two(...given: [string, string]): string[] {
  return given.map((values, n) => `${values}, '${[first, second][n]}', null`)
}

test.each<[string, (db: typeof database.db) => Promise<store.Waiting>]>([
  ['untaken alarms', (db) => store.readOpenAlarms(db, { taken: false })],
  ['taken alarms', (db) => store.readOpenAlarms(db, { taken: true })],
  ['warnings', store.readIncidents],
  ['reported reviews', store.readReportedReviews],
  ['companies to review', store.readCompaniesToReview],
  ['broadcasts to approve', store.readBroadcastsAsked],
  ['open contact messages', store.readOpenQuestions],
  ['messages that recently failed', (db) => store.readFailedMessages(db, since)],
  ['bank files to book', store.readFilesToBook],
  ['Swish payments to look at', store.readSwishToSee],
  ['card events to look at', store.readCardEventsToSee],
  ['refunds to send', store.readRefundsToSend],
  ['payment disputes', store.readPaymentDisputes],
  ['flagged points', store.readPointMarks],
])('%s: counts the two that wait, with the time of the oldest', async (_, read) => {
  expect(await read(database.db)).toEqual({ count: 2, since })
})

test('counts a partner’s permit from thirty days before it expires, and not those of other or deleted companies', async () => {
  const ending = (today: string) => store.readPermitsEnding(database.db, today, 30)
  // Midnight in Stockholm.
  const from = new Date('2026-05-31T22:00:00Z')
  expect(await ending('2026-06-02')).toEqual({ count: 2, since: from })
  expect(await ending('2026-06-01')).toEqual({ count: 1, since: from })
  expect(await ending('2026-05-31')).toEqual({ count: 0, since: null })
})

test('a company that asks for another name is counted, without changing the time of the oldest', async () => {
  await database.asOwner(`set session_replication_role = replica; ${firm({ state: 'waiting', at: old, asks: true })}`)
  expect(await store.readCompaniesToReview(database.db)).toEqual({ count: 3, since })
})

test('counts at most a hundred', async () => {
  const many = "uuidv7(), uuidv7(), '2026-06-01', 'many', now()"
  await database.asOwner(`set session_replication_role = replica;
    insert into point_marks (profile_id, company_id, month, why, marked_at) select ${many} from generate_series(1, 120)`)
  expect(await store.readPointMarks(database.db)).toEqual({ count: store.mostCounted, since })
})
