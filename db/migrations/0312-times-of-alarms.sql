-- How long each alarm that is over took, without anything of whose it was: the averages of alarm_figures cannot say what
-- happened to most people, and what nine of ten can count on. Written by the statement that counts the alarm, so each once.
create table alarm_times (
  id bigint generated always as identity primary key,
  postcode text not null,
  day date not null,
  is_test boolean not null,
  -- From the press. Empty where it never happened, or where nobody has said that it did.
  delivered_ms bigint check (delivered_ms >= 0),
  taken_ms bigint check (taken_ms >= 0),
  on_site_ms bigint check (on_site_ms >= 0),
  -- Called off within a minute, before anybody had to have answered.
  is_slip boolean not null
);
create index alarm_times_of_postcode on alarm_times (postcode, day);

insert into alarm_times (postcode, day, is_test, delivered_ms, taken_ms, on_site_ms, is_slip)
select postcode, (created_at at time zone 'Europe/Stockholm')::date, is_test,
  -- greatest() would make nothing of an empty one: 0.
  case when delivered_at is not null then greatest(extract(epoch from delivered_at - created_at) * 1000, 0) end,
  case when first_taken_at is not null then greatest(extract(epoch from first_taken_at - created_at) * 1000, 0) end,
  case when on_site_at is not null then greatest(extract(epoch from on_site_at - created_at) * 1000, 0) end,
  not is_test and status = 'cancelled' and first_taken_at is null and closed_at < created_at + interval '1 minute'
from safety_alarms cross join lateral (
  select min(delivered_at) as delivered_at from alarm_deliveries
  where alarm_id = safety_alarms.id and kind = 'call' and state = 'delivered') as arrived
where counted and created_at > now() - interval '100 days';

-- What everybody may see of a postcode, worked out once an hour: no page waits for the counting.
create table public_figures (
  postcode text primary key references postcodes (code) on delete cascade,
  counted_at timestamptz not null,
  figures jsonb not null
);
