import type { ClientBase } from 'pg'

/* Years of bookings for every company, for measurements of what must not slow down as postcodes are added. Plain SQL
   over one connection, so that measurements outside the test runner can use it too. */

/** One job a night per company, so that these never collide with what is booked by day. */
const bookingsPerCompany = 240
const ahead = 14

/**
 * Fills every postcode that has companies: 240 bookings per company, shared among neighbours, with reviews and points.
 */
export async function moveInBookings(client: ClientBase, peoplePerPostcode = 200) {
  // Triggers are off: the sums that they would write row by row are written once below.
  await client.query(
    `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
  )
  await client.query(people(peoplePerPostcode))
  const tables = ['bookings', 'reviews', 'point_entries']
  const indexes = await takeIndexes(client, tables)
  for (let job = bookingsPerCompany - 1; job >= 0; job--) await client.query(bookings(peoplePerPostcode), [job])
  await client.query(reviews)
  await client.query(points)
  for (const definition of indexes) await client.query(definition)
  await client.query(sums)
  await client.query('reset session_replication_role')
  for (const table of [...tables, 'profiles', 'companies', 'booking_months', 'point_accounts']) {
    await client.query(`vacuum analyze ${table}`)
  }
}

/**
 * Drops the indexes and returns how to rebuild them: minutes at the end, instead of an hour while millions of rows are
 * inserted.
 */
async function takeIndexes(client: ClientBase, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select 'alter table ' || conrelid::regclass || ' drop constraint ' || conname as drop,
       'alter table ' || conrelid::regclass || ' add constraint ' || conname || ' ' || pg_get_constraintdef(oid) as make
     from pg_constraint where conrelid = any($1::regclass[]) and contype in ('u', 'x')
     union all
     select 'drop index ' || indexrelid::regclass, pg_get_indexdef(indexrelid)
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

const people = (perPostcode: number) => `
  insert into profiles (id, created_at, full_name, email, postcode, user_role, member_status)
  select uuidv7(ago), now() + ago,
    (array['Åsa', 'Bo', 'Carin', 'Dan', 'Eva', 'Farid', 'Gun', 'Hana', 'Ivar', 'Jin', 'Karl'])[1 + (random() * 10)::int]
      || ' ' || (array['Lind', 'Berg', 'Sjö', 'Ny', 'Ek', 'Åker', 'Hav', 'Ljung', 'Ström'])[1 + (random() * 8)::int]
      || (array['qvist', 'man', 'strand', 'gren', 'ström', 'blad', 'dal', 'holm', 'ros'])[1 + (random() * 8)::int],
    'granne-' || postcode || '-' || n || '@exempel.se', postcode, 'member', 'active'
  from (select distinct postcode from companies) as areas, generate_series(1, ${perPostcode}) as n,
    -- Over two years, as people come; not all of them today.
    lateral (select -n * interval '1 minute' - random() * interval '700 days' as ago) as joined;

  create temp table neighbours as
    select id, postcode, row_number() over (partition by postcode order by created_at, id) - 1 as place
    from profiles where user_role = 'member';
  create index on neighbours (postcode, place);
  create temp table shops as
    select companies.id, postcode, service.id as service_id,
      row_number() over (partition by postcode order by companies.id) - 1 as place
    from companies cross join lateral (
      select id from services where company_id = companies.id order by position, id limit 1) as service;
  analyze neighbours;
  analyze shops;`

/**
 * Job $1 of every company. Inserted job by job, newest last as in real life, so that a company's rows do not lie side
 * by side.
 */
const bookings = (perPostcode: number) => `
  insert into bookings (
    key, customer_id, company_id, service_id, postcode, status, scheduled_at, ends_at, busy_until, lane, service_title,
    duration_min, free_cancel_hours, price_list_cents, discount_cents, platform_fee_cents, amount_customer_pays_cents,
    amount_to_provider_cents, lapses_at, created_at, changed_at, confirmed_at, completed_at, cancelled_at, cancelled_by,
    company_reminded_at, member_reminded_at)
  select gen_random_uuid(), neighbours.id, shops.id, service_id, shops.postcode, status, at, at + interval '30 min',
    at + interval '30 min', 1, 'Besök hemma', 30, 24, 50000, 5000, 2500, 45000, 42500, at, at - interval '${ahead} days', at,
    case when status in ('confirmed', 'completed') then at - interval '${ahead - 1} days' end,
    case status when 'completed' then at end,
    case status when 'cancelled' then at end,
    case status when 'cancelled' then 'company' end,
    now(), now()
  from shops
  cross join lateral (select
    date_trunc('day', now()) + interval '3 hours' + (${ahead} - $1::int) * interval '1 day' as at,
    case when $1::int < 2 then 'pending' when $1::int < ${ahead} then 'confirmed'
      when $1::int % 7 = 0 then 'cancelled' else 'completed' end as status) as job
  join neighbours on neighbours.postcode = shops.postcode
    and neighbours.place = (shops.place * 37 + $1::int) % ${perPostcode}`

const reviews = `
  insert into reviews (booking_id, author_id, company_id, postcode, service_title, stars, words, written_at)
  select id, customer_id, company_id, postcode, service_title, 1 + extract(day from scheduled_at)::int % 5,
    'Kom i tid och gjorde det som var sagt.', scheduled_at + interval '1 day'
  from bookings where status = 'completed' and service_title = 'Besök hemma' and extract(day from scheduled_at)::int % 4 = 0
  order by scheduled_at`

const points = `
  insert into point_entries (profile_id, kind, event_id, points, about, at, company_id)
  select customer_id, 'booking', id, 45, service_title, completed_at, company_id
  from bookings where status = 'completed' and service_title = 'Besök hemma' order by completed_at`

const sums = `
  truncate booking_months;
  insert into booking_months
    select company_id, month_of(scheduled_at), count(*), sum(price_list_cents), sum(amount_customer_pays_cents),
      sum(platform_fee_cents), sum(amount_to_provider_cents)
    from bookings where status = 'completed' group by 1, 2;
  update companies set rating_sum = kept.sum, rating_count = kept.count
  from (select company_id, sum(stars)::int as sum, count(*)::int as count from reviews group by 1) as kept
  where kept.company_id = companies.id;
  insert into point_accounts
    select profile_id, sum(points)::int, sum(points)::int from point_entries group by 1
  on conflict (profile_id) do update set balance = excluded.balance, earned = excluded.earned;`
