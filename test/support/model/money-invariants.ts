import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectBooksToBalance, expectEventsToExplain } from '../money'
import type { World } from './money-world'

/** Each query finds a state that must never occur, and shows the rows. */
const never = {
  'asks a member who has left, is leaving, or has gone': sql`
    select charges.reference from charges left join memberships on profile_id = member_id
    where kind = 'membership' and status = 'open' and (
      member_id is null
      or (ended_on is not null and issued_at < ended_on)
      or (ended_on is null and leaving_since is not null and issued_at < leaving_since))`,
  'asks a member who is shut out': sql`
    select reference from charges join profiles on profiles.id = member_id
    where kind = 'membership' and status = 'open' and (user_role <> 'member' or issued_at > blocked_at)`,
  'asks a company that nobody acts for, for its base': sql`
    select reference from charges join companies on companies.id = company_id join profiles on profiles.id = owner_id
    where kind = 'base' and status = 'open' and (user_role <> 'company' or issued_at > blocked_at)`,
  'has a month paid that was over before a pause was': sql`
    select reference from charges join member_events on member_events.member_id = charges.member_id
    where kind = 'membership' and status = 'paid' and why = 'pause over' and paid_at > at and period_until <= at::date`,
  'asks twice for a month of membership': sql`
    select member_id from charges where kind = 'membership' and status = 'open' group by 1 having count(*) > 1`,
  'asks a company that has closed': sql`
    select reference from charges join companies on companies.id = company_id
    where status = 'open' and kind in ('base', 'sponsor', 'season') and deleted_at is not null`,
  'asks for a base that is in a paid month': sql`
    select reference from charges where kind = 'base' and status = 'open' and exists (
      select from (select company_id, month, status from sponsor_slots
        union all select company_id, month, status from season_slots) as slots
      where slots.company_id = charges.company_id and slots.month = period_from and slots.status = 'active')`,
  'asks for a month that is not booked': sql`
    select reference from charges join charge_lines on charge_lines.charge_id = charges.id
    left join (select id, status from sponsor_slots union all select id, status from season_slots) as slots
      on slots.id = slot_id
    where charges.status = 'open' and slot_id is not null and slots.status <> 'reserved'`,
  'books a month that nobody asks money for': sql`
    select slots.id from (select id, status, company_id from sponsor_slots
      union all select id, status, company_id from season_slots) as slots
    join companies on companies.id = company_id
    where slots.status = 'reserved' and deleted_at is null and not exists (
      select from charge_lines join charges on charges.id = charge_lines.charge_id
      where slot_id = slots.id and charges.status = 'open')`,
  'was paid twice for the same days of a member': sql`
    with paid as (select charges.id, member_id, period_from, period_until from charges
      where kind = 'membership' and status = 'paid' and member_id is not null and not exists (
        select from payments join refunds on refunds.payment_id = payments.id where charge_id = charges.id))
    select one.id from paid as one join paid as other on one.member_id = other.member_id and one.id < other.id
    where one.period_from < other.period_until and other.period_from < one.period_until`,
  'has a month of membership paid that is no days': sql`
    select reference from charges where kind = 'membership' and status = 'paid' and period_until is null`,
  'was paid twice for the same base': sql`
    select company_id, period_from from charges
    where kind = 'base' and status = 'paid' and not exists (
      select from payments join refunds on refunds.payment_id = payments.id where charge_id = charges.id)
    group by 1, 2 having count(*) > 1`,
  'keeps the base beside a paid month that has it in it': sql`
    select reference from charges where kind = 'base' and status = 'paid' and exists (
      select from (select company_id, month, status from sponsor_slots
        union all select company_id, month, status from season_slots) as slots
      where slots.company_id = charges.company_id and slots.month = period_from and slots.status = 'active')
    and not exists (select from payments join refunds on refunds.payment_id = payments.id where charge_id = charges.id)`,
  'takes money of a company that has closed': sql`
    select reference from charges join companies on companies.id = company_id
    where status = 'paid' and kind in ('base', 'sponsor', 'season') and paid_at > deleted_at`,
  'keeps a base to come of a company that has closed': sql`
    select reference from charges join companies on companies.id = company_id
    where kind = 'base' and status = 'paid' and period_from > deleted_at and not exists (
      select from payments join refunds on refunds.payment_id = payments.id where charge_id = charges.id)`,
  'keeps money for a booked month that was not given': sql`
    select charges.reference from charges join charge_lines on charge_lines.charge_id = charges.id
    join (select id, status, activated_at from sponsor_slots
      union all select id, status, activated_at from season_slots) as slots on slots.id = slot_id
    where charges.status = 'paid' and slots.activated_at is null`,
  'lets a card draw from whoever has gone': sql`
    select card_subscriptions.id from card_subscriptions
    join card_customers on card_customers.id = customer_id
    left join companies on companies.id = company_id
    where is_live and not exists (select from card_orders where kind = 'end subscription' and object_id = card_subscriptions.id)
      and member_id is null and (company_id is null or deleted_at is not null)`,
  'lets a card draw from a member who has left': sql`
    select card_subscriptions.id from card_subscriptions
    join card_customers on card_customers.id = customer_id
    join memberships on profile_id = member_id
    where is_live and first_heard_at < coalesce(leaving_since, ended_on)
      and not exists (select from card_orders where kind = 'end subscription' and object_id = card_subscriptions.id)`,
  'lets two cards draw for one': sql`
    select member_id, company_id from card_subscriptions
    join card_customers on card_customers.id = customer_id
    where is_live and not exists (select from card_orders where kind = 'end subscription' and object_id = card_subscriptions.id)
    group by 1, 2 having count(*) > 1`,
  'books money that it has sent back as not ours': sql`
    select payments.external_id from payments join card_orders on card_orders.key = 'refund ' || external_id`,
  'gives more back to a card than it drew': sql`
    select payments.id from payments join refunds on refunds.payment_id = payments.id
    group by payments.id, payments.amount_cents having sum(refunds.amount_cents) > payments.amount_cents`,
  'covers fewer days than a member has paid for': sql`
    select profile_id from memberships join charges on member_id = profile_id
    where kind = 'membership' and status = 'paid' and period_until > covered_until
      and not exists (select from payments join refunds on refunds.payment_id = payments.id where charge_id = charges.id)
      and not exists (select from member_events where member_events.member_id = profile_id and why = 'months taken back')`,
  'sends a receipt never, or twice': sql`
    select number, count(outbox_messages.id) from receipts
    join payments on payments.id = payment_id join charges on charges.id = charge_id
    left join companies on companies.id = charges.company_id
    left join outbox_messages on channel = 'mail' and subject like '%: kvitto ' || number
    where charges.kind in ('membership', 'base')
      and (charges.member_id is not null or (charges.company_id is not null and deleted_at is null))
    group by 1 having count(outbox_messages.id) <> 1`,
  'thanks for booked months never, or twice': sql`
    select companies.id from companies
    where deleted_at is null
      and (select count(*) from charges where company_id = companies.id and kind in ('sponsor', 'season') and status = 'paid')
        <> (select count(*) from outbox_messages where kind = 'package paid' and recipient = companies.email)`,
  'tells a company of a credit note never, or twice': sql`
    select number, count(outbox_messages.id) from receipts
    join companies on companies.id = receipts.company_id
    left join outbox_messages on body_text ~ ('kreditkvitto ' || number || '[^0-9]')
    where receipts.kind = 'credit' and (deleted_at is null or issued_at >= deleted_at)
    group by 1 having count(outbox_messages.id) <> 1`,
  'tells of a membership that ended never, or twice': sql`
    select member_id from member_events where member_id is not null
    group by 1
    having count(*) filter (where why in ('left', 'unpaid')) <> (
      select count(*) from outbox_messages where person_id = member_id
        and (kind = 'membership ended' or body_text like '%avslutat från och med nu%'))
      or count(*) filter (where why = 'withdrawn') <> (
      select count(*) from outbox_messages where person_id = member_id and kind = 'membership withdrawn')`,
  'tells a member of the end of a booking never, or twice': sql`
    with ended as (
      -- A request of a company that closes is called off; in its history the company has said no.
      select customer_id, case kind when 'declined' then 'cancelled' else kind end as kind, count(*) as times
      from booking_changes join bookings on bookings.id = booking_id
      where kind in ('declined', 'cancelled', 'withdrawn', 'lapsed', 'completed', 'no-show') and customer_id is not null
      group by 1, 2)
    select ended.*, count(outbox_messages.id) from ended
    left join outbox_messages on person_id = customer_id and channel = 'mail' and 'booking ' || ended.kind
      = case outbox_messages.kind when 'booking declined' then 'booking cancelled' else outbox_messages.kind end
    group by 1, 2, 3 having count(outbox_messages.id) <> times`,
} as const

function asked(db: World['house']['db']): string {
  const each = Object.entries(never).map(
    ([what, query]) => sql`select ${sql.lit(what)} as what, to_jsonb(one) as who from (${query}) as one`,
  )
  return sql`${sql.join(each, sql` union all `)}`.compile(db).sql
}

/** Checks the invariants after every step that has written anything. */
export async function judge(world: World) {
  const { house } = world
  const { rows: now } = await sql<{ newest: string }>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as newest`.execute(house.db)
  if (now[0]?.newest === world.judgedAt) return
  world.judgedAt = now[0]?.newest ?? ''
  await expectBooksToBalance(house.db)
  await expectEventsToExplain(house.db)
  // One prepared statement for all queries, planned once: there are many steps.
  const { rows } = await house.pool.query({ name: 'never', text: asked(house.db) })
  expect(rows).toEqual([])
}

type Drawn = { id: string; amount: number; isBooked: boolean; sentBack: number; owedBack: number; isListed: boolean }

/**
 * When all events are heard and all work is done: what the card provider holds is rightly ours, or has been refunded.
 */
export async function judgeCards(world: World) {
  const { house, stripe } = world
  const things = [...stripe.things.values()]
  const refused = await house.db
    .selectFrom('card_orders')
    .select(['key', 'last_error'])
    .where('state', '<>', 'done')
    .execute()
  expect(refused, 'orders that never get through').toEqual([])

  const wrong: Drawn[] = []
  for (const thing of things) {
    const { id, object } = thing
    const isPaid =
      (object === 'checkout.session' && thing.payment_status === 'paid' && thing.mode === 'payment') ||
      (object === 'invoice' && thing.status === 'paid')
    if (!isPaid) continue
    const payment = paymentOf(thing)
    const amount = Number(object === 'invoice' ? thing.amount_paid : thing.amount_total)
    const back = things.filter((one) => one.object === 'refund' && one.payment_intent === payment)
    const booked = await house.db
      .selectFrom('payments')
      .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
      .select((of) => of.fn.sum<number | null>('refunds.amount_cents').as('back'))
      .select('payments.id')
      .where('external_id', '=', payment)
      .groupBy('payments.id')
      .executeTakeFirst()
    const listed = await house.db
      .selectFrom('card_events')
      .select('id')
      .where('object_id', '=', id)
      .where('outcome', '=', 'mismatch')
      .executeTakeFirst()
    const sentBack = back.reduce((sum, one) => sum + Number(one.amount), 0)
    const one = {
      id,
      amount,
      isBooked: booked !== undefined,
      sentBack,
      owedBack: booked?.back ?? 0,
      isListed: listed !== undefined,
    }
    const isRight = one.isBooked ? sentBack === one.owedBack : one.isListed || sentBack === amount
    if (!isRight) wrong.push(one)
  }
  expect(wrong, 'money that the provider has, and nobody accounts for').toEqual([])

  const live = things.filter(({ object, status }) => object === 'subscription' && status !== 'canceled')
  const owners = await house.db
    .selectFrom('card_customers')
    .leftJoin('memberships', 'profile_id', 'member_id')
    .leftJoin('companies', 'companies.id', 'company_id')
    .select(['card_customers.id', 'member_id', 'company_id', 'deleted_at', 'leaving_since', 'ended_on'])
    .execute()
  const drawing = live.flatMap(({ customer }) => owners.filter(({ id }) => id === customer))
  const gone = drawing.filter(
    ({ member_id, company_id, deleted_at }) => member_id === null && (!company_id || deleted_at),
  )
  expect(gone, 'a card that draws from whoever has gone').toEqual([])
  expect(new Set(drawing.map(({ id }) => id)).size, 'two cards that draw for one').toBe(drawing.length)
}

function paymentOf(thing: Record<string, unknown>): string {
  if (thing.object !== 'invoice') return String(thing.payment_intent)
  const { payments } = thing as { payments?: { data: { payment: { payment_intent: string } }[] } }
  return String(payments?.data[0]?.payment.payment_intent)
}
