-- Members who want a time where there is none. One that frees is offered to one of them after the other, and held for that one
-- meanwhile as a booking would hold it: nobody else can be given the same pair of hands (docs/decisions/0192).

create table booking_waits (
  -- The form's: sent twice, it is one.
  id uuid primary key,
  customer_id uuid not null references profiles (id) on delete cascade,
  company_id uuid not null references companies (id),
  service_id uuid not null references services (id),
  -- As it was called then.
  service_title text not null check (length(service_title) between 1 and 120),
  -- Days of the calendar, both included.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  part text not null check (part in ('any', 'morning', 'afternoon', 'evening')),
  -- What the member said yes to, so that a time within the right to withdraw can be taken with one press (0345).
  early_start text not null,
  asked_at timestamptz not null,
  -- When it was last looked whether there is a time; opened hours say nothing (freed_times below).
  looked_at timestamptz
);
create unique index booking_waits_once on booking_waits (customer_id, service_id);
create index booking_waits_in_order on booking_waits (company_id, asked_at, id);
create index booking_waits_to_look_at on booking_waits (looked_at nulls first);
create index booking_waits_passed on booking_waits (to_day);
create index booking_waits_of_service on booking_waits (service_id);

create table offered_times (
  id uuid primary key default uuidv7(),
  wait_id uuid not null references booking_waits (id) on delete cascade,
  company_id uuid not null references companies (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  busy_until timestamptz not null check (busy_until >= ends_at),
  busy tstzrange not null generated always as (tstzrange(starts_at, busy_until)) stored,
  lane integer not null check (lane between 1 and 50),
  offered_at timestamptz not null,
  -- From when it may be told: never at night.
  tell_at timestamptz not null check (tell_at >= offered_at),
  told_at timestamptz,
  until_at timestamptz not null check (until_at > tell_at and until_at <= starts_at),
  -- Null while it is theirs to take. One that is taken goes with its wait.
  answer text check (answer in ('declined', 'lapsed')),

  constraint offered_times_never_twice exclude using gist (company_id with =, lane with =, busy with &&)
    where (answer is null) deferrable initially immediate
);
create unique index offered_times_one_at_once on offered_times (wait_id) where answer is null;
create index offered_times_of_wait on offered_times (wait_id);
create index offered_times_over on offered_times (until_at) where answer is null;
create index offered_times_untold on offered_times (tell_at) where told_at is null and answer is null;

-- A booking and an offered time never share hands either. Asked at the commit, since both may change lanes to make room; the company is
-- held for it, so that of two who cannot see each other the second one does.
create function hold_offered_time() returns trigger language plpgsql as $$
begin
  perform from companies where id = new.company_id for no key update;
  if exists (
    select from bookings join offered_times using (company_id, lane)
    where company_id = new.company_id and bookings.status <> 'cancelled' and offered_times.answer is null
      and bookings.busy && offered_times.busy
      and case tg_table_name when 'bookings' then bookings.id = new.id else offered_times.id = new.id end
  ) then
    raise exception 'the time is held for somebody else'
      using errcode = 'exclusion_violation', constraint = 'bookings_never_twice', table = tg_table_name;
  end if;
  return null;
end $$;
create constraint trigger bookings_beside_offered_times
  after insert or update of lane, scheduled_at, busy_until on bookings
  deferrable initially deferred for each row execute function hold_offered_time();
create constraint trigger offered_times_beside_bookings
  after insert or update of lane, starts_at, busy_until on offered_times
  deferrable initially deferred for each row execute function hold_offered_time();

-- That something has become free at a company which somebody waits for: a line of its own, so that whoever frees a time waits for nobody,
-- and nobody's look at the list can undo that it was said.
create table freed_times (
  id bigint primary key generated always as identity,
  company_id uuid not null references companies (id)
);
create index freed_times_of_company on freed_times (company_id);

create function say_freed() returns trigger language plpgsql as $$
begin
  insert into freed_times (company_id) select old.company_id
  where exists (select from booking_waits where company_id = old.company_id);
  return null;
end $$;
create trigger bookings_say_freed after update of status, scheduled_at on bookings
  for each row when ((new.status = 'cancelled' and old.status <> 'cancelled') or new.scheduled_at <> old.scheduled_at)
  execute function say_freed();
create trigger offered_times_say_freed after update of answer or delete on offered_times
  for each row execute function say_freed();
