import { beforeAll, expect, test } from 'vitest'
import { insertCrowd } from '../../../test/support/crowds/insert-crowd'
import { explain, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useDatabase } from '../../../test/support/database'
import {
  mostCounted,
  readCompaniesToReview,
  readFailedMessages,
  readOpenCharges,
  readOpenQuestions,
} from './attention-store.server'

/* What waits for an administrator is counted to a hundred. Of that for which a city of members has thousands (charges
   that are not due yet above all), the oldest hundred are read from an index, and the others are neither read nor
   sorted. */

const database = useDatabase()
const many = 6_000

beforeAll(() => insertCrowd(database, crowd))

const ago = `now() - n * interval '1 minute'`
const crowd = [
  `insert into charges (key, reference, kind, status, net_cents, vat_cents, gross_cents, issued_at, due_on, paid_at)
    select 'c' || n, 'KV' || lpad(n::text, 12, '0'), 'membership', case when n % 3 = 0 then 'open' else 'paid' end,
      3120, 780, 3900, ${ago}, date '2026-01-01' + n % 30, case when n % 3 > 0 then now() end
    from generate_series(1, ${many}) n`,
  `insert into contact_messages (key, name, email, interest, message, state, created_at)
    select gen_random_uuid(), 'Namn', n || '@exempel.se', 'customer', 'Hej', case when n % 3 = 0 then 'new' else 'answered' end, ${ago}
    from generate_series(1, ${many}) n`,
  `insert into companies (name, org_number, category, address, postcode, email, phone, review_state, created_at, proposed_name, proposed_org_number)
    select 'Bolag ' || n, 'O-' || n, 'other', 'Vägen', '12540', n || '@exempel.se', '+46701740000',
      case when n % 3 = 0 then 'waiting' else 'approved' end, ${ago},
      case when n % 900 = 0 then 'Annat' end, case when n % 900 = 0 then '556016-0680' end
    from generate_series(1, ${many}) n`,
  `insert into outbox_messages (channel, kind, recipient, subject, body_text, body_html, state, created_at)
    select 'mail', 'welcome', n || '@exempel.se', 'x', 'x', 'x', case when n % 3 = 0 then 'failed' else 'sent' end, ${ago}
    from generate_series(1, ${many}) n`,
  'vacuum analyze',
]

test.each([
  ['charges', readOpenCharges],
  ['questions', readOpenQuestions],
  ['companies', readCompaniesToReview],
  ['messages', (db: Parameters<typeof readOpenCharges>[0]) => readFailedMessages(db, new Date(0))],
] as const)('of the %s that wait, only the oldest hundred are read', async (_, read) => {
  const [statement, ...others] = await statementsOf(database, async (db) => {
    expect((await read(db)).count).toBe(mostCounted)
  })
  if (!statement || others.length > 0) throw new Error('Not one statement')
  const rows = scansOf(await explain(database, statement)).map((scan) => scan.rows)
  expect(rows).toEqual([mostCounted])
})
