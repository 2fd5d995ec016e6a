import { expect, test } from 'vitest'
import { countReceived } from '~/outbox/public.server'
import { explain, explainKept, scansOf, statementsOf } from '../../../test/support/crowds/plans'
import { useHouse } from '../../../test/support/house'
import { joinAsAdmin } from '../../../test/support/people'

/* The unread count is on every signed-in page. An administrator has thousands of messages, and a pooled connection
   keeps one generic plan for them and for those who have few. */

const house = useHouse()
const messages = 5_000
const idOf = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`

test('counting unread notices reads only the rows after the last one seen, also with a generic plan', async () => {
  const { id } = (await joinAsAdmin(house)).signedIn.person
  await house.asOwner(`
    insert into outbox_messages (id, kind, channel, recipient, subject, body_text, body_html, state, person_id, created_at)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'test', 'mail', 'a@exempel.se', 'Prov', 'Prov',
      '<p>Prov</p>', 'sent', '${id}', now() - (${messages} - n) * interval '1 s'
    from generate_series(1, ${messages}) n`)
  await house.asOwner('vacuum analyze outbox_messages')
  const newSince = idOf(messages - 7)
  expect(await countReceived(house.db, id, newSince, 100)).toBe(7)
  expect(await countReceived(house.db, id, null, 100)).toBe(100)

  const [statement] = await statementsOf(house, (db) => countReceived(db, id, newSince, 100))
  if (!statement) throw new Error('nothing was asked')
  for (const plan of [await explain(house, statement), await explainKept(house, statement)]) {
    expect(Math.max(...scansOf(plan).map(({ rows }) => rows))).toBe(7)
  }
})
