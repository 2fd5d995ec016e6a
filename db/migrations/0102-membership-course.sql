-- A membership's course: until when it is covered (trial, given months, paid months), when something is next to be
-- done about it, and every step it took, with the reason.
alter table memberships
  -- The first day that is neither trial, given nor paid for. Follows from app/membership/free-period.ts.
  add column covered_until date,
  -- The day of the month that paid months begin on, so that a month from 31 January is not one from the 28th ever after.
  add column billing_day integer check (billing_day between 1 and 31),
  -- When the contract was made: on joining, on the first payment, on coming back. The right of withdrawal counts from here.
  add column contract_on date,
  add column leaving_since timestamptz,
  add column past_due_on date,
  add column ended_on date,
  add column ended_because text check (ended_because in ('left', 'unpaid', 'withdrawn')),
  -- What has been said about the end of the time that is covered: app/membership/course.ts.
  add column reminded integer not null default 0 check (reminded between 0 and 4),
  -- The next day on which something is to be done; empty when nothing ever is.
  add column next_step_on date,
  add constraint memberships_ended_for_a_reason check ((ended_on is null) = (ended_because is null));

update memberships set
  covered_until = greatest((trial_ends_at at time zone 'Europe/Stockholm')::date, coalesce(free_until, '-infinity')),
  contract_on = (created_at at time zone 'Europe/Stockholm')::date,
  next_step_on = (now() at time zone 'Europe/Stockholm')::date;
alter table memberships alter column covered_until set not null;
alter table memberships alter column contract_on set not null;
create index memberships_due on memberships (next_step_on, profile_id) where next_step_on is not null;

create table member_events (
  id uuid primary key default uuidv7(),
  member_id uuid not null references profiles (id) on delete cascade,
  at timestamptz not null,
  from_status text check (from_status in ('trial', 'active', 'free', 'past_due', 'ended')),
  to_status text not null check (to_status in ('trial', 'active', 'free', 'past_due', 'ended')),
  -- Why, by a word of app/membership/member-event.ts.
  why text not null check (length(why) between 1 and 60),
  -- The first day that is not covered, as it was then.
  covered_until date not null,
  -- Who did it, when it was not the member or the clock.
  by_admin uuid
);
create index member_events_of_member on member_events (member_id, id);

-- History goes with the person it is about, and not otherwise.
create function hold_member_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from profiles where id = old.member_id) then
    return old;
  end if;
  raise exception 'member_events can only be added to' using errcode = 'check_violation';
end $$;
create trigger member_events_are_history before update or delete on member_events
  for each row execute function hold_member_event();

insert into member_events (member_id, at, to_status, why, covered_until)
  select profile_id, now(), coalesce(member_status, 'trial'), 'moved in', covered_until
  from memberships join profiles on profiles.id = profile_id;

-- When a company is next asked for a month of the base package. A company without a row is never asked.
create table company_billing (
  company_id uuid primary key references companies (id),
  next_month date not null check (extract(day from next_month) = 1)
);
create index company_billing_due on company_billing (next_month, company_id);
insert into company_billing (company_id, next_month)
  select id, (date_trunc('month', now() at time zone 'Europe/Stockholm') + interval '1 month')::date
  from companies where deleted_at is null;
