import type { ClientBase } from 'pg'

/* Years of data for the administrators' pages: people, memberships, money, messages, alarms and the audit log. For
   measurements, as plain SQL over one connection. */

/** For everybody that `moveInBookings` inserted. Triggers are off; their sums are written once at the end. */
export async function moveInHistory(client: ClientBase) {
  await client.query(`set session_replication_role = replica; set work_mem = '256MB'`)
  for (const statement of [crowd, postcodes, memberships, money, history, mail, questions, alarms, sums]) {
    await client.query(statement)
  }
  await client.query('reset session_replication_role')
  const tables = [
    ...['profiles', 'memberships', 'member_events', 'charges', 'payments', 'audit_log', 'outbox_messages'],
    ...['contact_messages', 'safety_alarms', 'alarm_timeline', 'postcodes', 'postcode_figures', 'daily_figures'],
  ]
  for (const table of tables) await client.query(`vacuum analyze ${table}`)
}

/** Number 1 joined a minute ago, number 2 two minutes ago, and so on. */
const crowd = `
  create temp table crowd as
    select id, postcode, email, full_name, row_number() over (order by id desc) as n
    from profiles where email like 'granne-%';
  analyze crowd`

const postcodes = `
  insert into postcodes (code, name, state)
    select distinct postcode, 'Kvarter ' || postcode, 'open' from crowd on conflict (code) do nothing`

const memberships = `
  insert into memberships (profile_id, trial_ends_at, covered_until, billing_day, contract_on)
    select id, now() - interval '300 days', current_date + 40, 1 + n % 28, current_date - 330 from crowd;
  insert into member_events (id, member_id, at, from_status, to_status, why, covered_until)
    select uuidv7(n * interval '-1 minute'), id, now() - n * interval '1 minute', 'trial', 'active', 'paid',
      current_date + 40 from crowd`

/** Every fiftieth has not paid yet. */
const money = `
  insert into charges (key, reference, kind, member_id, status, net_cents, vat_cents, gross_cents, issued_at, due_on, paid_at)
    select 'crowd ' || n, 'KV' || lpad(n::text, 12, '0'), 'membership', id, case when n % 50 = 0 then 'open' else 'paid' end,
      3120, 780, 3900, now() - n * interval '1 minute', current_date + 7,
      case when n % 50 > 0 then now() - n * interval '1 minute' end
    from crowd;
  insert into payments (charge_id, method, amount_cents, received_on, created_at)
    select id, 'swish', gross_cents, paid_at::date, paid_at from charges where key like 'crowd %' and status = 'paid'`

const history = `
  insert into audit_log (id, at, actor_id, deed, subject_kind, subject_id, address)
    select uuidv7(n * interval '-1 minute'), now() - n * interval '1 minute', admin.id,
      (array['look at person', 'sign out', 'give months'])[1 + n % 3], 'person', crowd.id::text, '10.0.0.1'
    from crowd, (select id from profiles where user_role = 'admin' order by id limit 1) as admin`

const mail = `
  insert into outbox_messages (id, channel, kind, recipient, subject, body_text, body_html, state, created_at, sent_at, person_id)
    select uuidv7(n * interval '-1 minute'), 'mail', 'welcome', email, 'Välkommen', 'Hej och välkommen.', '<p>Hej</p>',
      case when n % 500 = 0 then 'failed' else 'sent' end, now() - n * interval '1 minute',
      case when n % 500 > 0 then now() - n * interval '1 minute' end, id
    from crowd`

const questions = `
  insert into contact_messages (id, key, name, email, interest, message, state, created_at)
    select uuidv7(n * interval '-1 minute'), gen_random_uuid(), full_name, email, 'customer', 'Hur blir jag medlem?',
      case when n % 100 = 0 then 'new' else 'answered' end, now() - n * interval '1 minute'
    from crowd where n % 10 = 0`

const alarms = `
  insert into safety_alarms (id, key, reported_by, postcode, message, status, called_at, closed_at, counted, created_at)
    select uuidv7(n * interval '-1 minute'), gen_random_uuid(), id, postcode, 'Någon är i huset', 'cancelled',
      now() - n * interval '1 minute', now() - n * interval '1 minute', true, now() - n * interval '1 minute'
    from crowd where n % 20 = 0;
  insert into alarm_timeline (alarm_id, at, kind, actor_kind, actor_id)
    select id, created_at, 'raised', 'member', reported_by from safety_alarms where message = 'Någon är i huset'`

const sums = `
  truncate postcode_figures;
  insert into postcode_figures (code, members, companies)
    select code, sum(members), sum(companies) from (
      select postcode as code, count(*) as members, 0 as companies from profiles where user_role = 'member' group by 1
      union all
      select postcode, 0, count(*) from companies where deleted_at is null group by 1
    ) as counted group by code;
  -- As the chore has counted the days that are over.
  insert into daily_figures (what, day, count)
    select what, day, count(*) from (
      select 'sign-ups' as what, (created_at at time zone 'Europe/Stockholm')::date as day from profiles
      union all
      select 'bookings', (created_at at time zone 'Europe/Stockholm')::date from bookings
      union all
      select 'alarms', (created_at at time zone 'Europe/Stockholm')::date from safety_alarms where not is_test
    ) as happened where day < (now() at time zone 'Europe/Stockholm')::date group by 1, 2
  on conflict (what, day) do update set count = excluded.count`
