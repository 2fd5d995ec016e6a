import { beforeAll, expect, test } from 'vitest'
import type { House } from '~/platform/house.server'
import { explain, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useDatabase } from '../../../test/support/database'
import { readFromDatabase } from './measures'

/* Query plans with years of finished alarms and messages: what is asked every few seconds must read only what is open,
   and the last hour. */

const database = useDatabase()
const growing = ['safety_alarms', 'alarm_deliveries', 'alarm_steps', 'outbox_messages', 'alarm_incidents']

beforeAll(async () => {
  await database.asOwner(`
    set session_replication_role = replica;
    insert into safety_alarms (id, key, message, postcode, status, created_at, called_at, closed_at, counted)
      select gen_random_uuid(), gen_random_uuid(), 'Hjälp', '12540', 'resolved', moment, moment, moment, true
      from generate_series(1, 20000) as n, lateral (select now() - make_interval(hours => n) as moment) as at;
    insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, is_test, state, created_at, due_at, sent_at, delivered_at)
      select id, gen_random_uuid(), 'sms', 'call', 1, false, 'delivered', created_at, created_at, created_at, created_at from safety_alarms;
    insert into alarm_steps (alarm_id, kind, is_test, state, armed_at, due_at)
      select id, 'call again', false, 'done', created_at, created_at from safety_alarms;
    insert into outbox_messages (channel, kind, recipient, subject, body_text, body_html, state, next_attempt_at)
      select 'mail', 'welcome', 'a@b.test', 'x', 'x', '<p>x</p>', 'sent', created_at from safety_alarms;
    insert into alarm_incidents (kind, subject, found_at, gone_at)
      select 'late step', id::text, created_at, created_at from safety_alarms;
    analyze;`)
})

test('no metrics query scans a whole table', async () => {
  const config = { sms: { adapter: '46elks' }, smsPartOre: 60 } as House['config']
  const ask = (db: House['db']) => readFromDatabase({ db, config, clock: { now: () => new Date() } })
  const plans = await Promise.all((await statementsOf(database, ask)).map((statement) => explain(database, statement)))
  const scans = plans.flatMap(scansOf).filter(({ relation }) => relation && growing.includes(relation))
  expect(new Set(scans.map(({ relation }) => relation))).toEqual(new Set(growing))
  expect(scans.filter(({ kind }) => kind === 'Seq Scan')).toEqual([])
  expect(scans.filter(({ rows }) => rows > 10)).toEqual([])
})
