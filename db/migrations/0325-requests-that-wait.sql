-- A request held its time until the job began, so that whoever asked for every hour of a week kept everybody else out; and it
-- died at its first time, also when the company had answered with another one. It waits 72 hours for an answer now, at
-- most to the last time that there is to say yes to (docs/decisions/0164), which a proposal may move past the first.
alter table bookings
  drop constraint bookings_lapse_in_time,
  add constraint bookings_lapse_in_time check (
    status <> 'pending' or lapses_at <= greatest(scheduled_at, proposed_at));

update bookings set lapses_at = now() + interval '72 hours'
where status = 'pending' and lapses_at > now() + interval '72 hours';

-- The company is reminded of what waits for its own word; a time that it proposed waits for the member's.
drop index bookings_to_remind_company_of;
create index bookings_to_remind_company_of on bookings (created_at, id)
  where status = 'pending' and company_reminded_at is null and proposed_by is distinct from 'company';
