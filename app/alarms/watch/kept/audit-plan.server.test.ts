import { beforeAll, expect, test } from 'vitest'
import { explain, type Plan, statementsOf } from '../../../../test/support/crowds/plans'
import { openPartner } from '../../../../test/support/guards'
import { useHouse } from '../../../../test/support/house'
import { findIncidents } from '../audit-store.server'

/* Query plan during a rush, with no table statistics yet: two thousand alarms with six messages each, one of which has
   failed. The auditor shares the CPU with the alarms, so it must look up each open alarm's messages by index. */

const house = useHouse()
const alarms = 2_000
const messages = alarms * 6

beforeAll(async () => {
  const { id } = await openPartner(house)
  await house.asOwner(`set session_replication_role = replica;
    insert into safety_alarms (id, key, postcode, message, called_at, created_at)
      select uuidv7(), gen_random_uuid(), '12540', 'x', at, at
      from generate_series(1, ${alarms}) as n, lateral (select now() - interval '20 s' - n * interval '1 ms' as at) as moment;
    insert into alarm_recipients (id, alarm_id, role, company_id, name, link_hash, created_at)
      select uuidv7(), id, 'partner', '${id}', 'Bo', md5(id::text) || md5(id::text), created_at from safety_alarms;
    insert into alarm_deliveries (alarm_id, recipient_id, channel, kind, round, epoch, due_at, is_test, created_at, state, sent_at)
      select alarm_id, id, 'sms', 'call', round, 1, created_at, false, created_at,
        case round when 1 then 'failed' else 'sent' end, case when round > 1 then created_at + interval '1 s' end
      from alarm_recipients, generate_series(1, 6) as round`)
})

/** Entries read from the indexes on deliveries, summed over a plan. */
const entriesOf = (plan: Plan & { 'Index Name'?: string }): number =>
  (plan['Index Name']?.startsWith('alarm_deliveries_') ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
  (plan.Plans ?? []).reduce((sum, part) => sum + entriesOf(part), 0)

test('findIncidents reads each alarm’s messages by index, even without table statistics', async () => {
  const now = house.clock.now()
  const [asked] = await statementsOf(house, (db) => findIncidents(db, now, { isReported: true }))
  if (!asked) throw new Error('Nothing was asked')
  const entries = entriesOf(await explain(house, asked))
  expect(entries).toBeGreaterThan(alarms)
  // Each of the auditor's questions may read every message at most once.
  expect(entries).toBeLessThan(messages * 4)
})
