import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { takeAccountMailRequest } from '~/accounts/account-store.server'
import { claimUntold } from '~/centres/centre-store.server'
import { takeEvents } from '~/integrations/hooks/delivery-store.server'
import { claimDue, deleteOldest } from '~/outbox/outbox-store.server'
import { claimDueOrders } from '~/payments/card/card-order-store.server'
import { takeOverdue } from '~/payments/charge-store.server'
import { claimDueSwish } from '~/payments/swish/swish-store.server'
import type { Database } from '~/platform/database/database.server'
import { seedDemo } from '../../../db/seed/demo'
import { testSecret, useHouse } from '../../support/house'

/**
 * A claim takes at most its limit, whatever plan PostgreSQL chooses. With `in (select … limit n for update skip
 * locked)` a nested loop runs the subquery once per row, and each run skips what the last one locked: it claimed
 * everything, and deleted mail requests that nobody had sent.
 */
const house = useHouse()
const soon = new Date('2100-01-01T00:00:00Z')

beforeAll(() => seedDemo(house.db, house.clock.now(), house.config, [testSecret]))

/**
 * Planner methods to turn off, so that a nested loop is chosen, as PostgreSQL does by itself for a table that it thinks
 * is nearly empty.
 */
const otherWays = 'hashagg hashjoin mergejoin sort material memoize indexscan indexonlyscan bitmapscan'.split(' ')

const claims: Record<string, { ready: string; take: (db: Database) => Promise<unknown>; most?: number }> = {
  'a request for mail': {
    ready: `insert into account_mail_requests (kind, email) select 'recovery', n || '@exempel.se' from generate_series(1, 4) as n`,
    // It returns only one, so the deleted rows are counted.
    take: async (db) => {
      const count = () => sql<{ left: number }>`select count(*)::int as left from account_mail_requests`.execute(db)
      const before = (await count()).rows[0]?.left ?? 0
      await takeAccountMailRequest(db)
      await takeAccountMailRequest(db)
      return before - ((await count()).rows[0]?.left ?? 0)
    },
  },
  messages: {
    ready: `insert into outbox_messages (channel, kind, recipient, subject, body_text, next_attempt_at)
      select 'sms', 'proof', '+46701740605', 'Prov', 'Prov', now() from generate_series(1, 4)`,
    take: (db) => claimDue(db, 'sms', soon, 2),
  },
  'the oldest messages': {
    ready: `insert into outbox_messages (channel, kind, recipient, subject, body_text, next_attempt_at, state)
      select 'sms', 'old', '+46701740605', 'Prov', 'Prov', now(), 'sent' from generate_series(1, 4)`,
    take: (db) => deleteOldest(db, 'old', soon, 2),
  },
  'events for systems': {
    ready: `insert into webhook_events (alarm_id, kind, at, actor_kind)
      select gen_random_uuid(), 'raised', now(), 'member' from generate_series(1, 4)`,
    take: (db) => takeEvents(db, 2),
  },
  'centres that are silent': {
    ready: `insert into alarm_centres (company_id, name, host, port, account, receiver, line, format, poll_s, next_poll_at, polled_at, changed_at)
      select gen_random_uuid(), 'Larm AB', 'larm.exempel.se', 1, 'ABC', '0', '0', 'SIA-DCS', 90, now(), now(), now() - interval '1 day' from generate_series(1, 24)`,
    take: (db) => claimUntold(db, house.clock.now()),
    most: 20,
  },
  'orders at the card provider': {
    ready: `insert into card_orders (key, kind, object_id, next_attempt_at) select 'o' || n, 'end subscription', 'sub_' || n, now() from generate_series(1, 4) as n`,
    take: (db) => claimDueOrders(db, soon, 60, 2),
  },
  'requests at Swish': {
    ready: `insert into swish_requests (id, charge_id, amount_cents, payee, created_at, next_attempt_at)
      select gen_random_uuid(), id, gross_cents, '1231181189', now(), now() from charges limit 4`,
    take: (db) => claimDueSwish(db, soon, 60, 2),
  },
  'what is overdue': {
    ready: `update charges set reminded_at = null, status = 'open', paid_at = null where company_id is not null`,
    take: (db) => takeOverdue(db, '2100-01-01', house.clock.now(), 2),
  },
}

test.each(Object.entries(claims))(
  'a claim takes no more than its limit under any query plan: %s',
  async (_, { ready, take, most = 2 }) => {
    await house.asOwner(`set session_replication_role = replica; ${ready}`)
    const taken = await house.db.transaction().execute(async (db) => {
      for (const way of otherWays) await sql.raw(`set local enable_${way} = off`).execute(db)
      return take(db)
    })
    expect(Array.isArray(taken) ? taken.length : taken).toBe(most)
  },
)
