-- A booking that comes again every week, every second or every fourth. Each time is an ordinary booking; here stands the rhythm,
-- what the member has agreed to for the times that are not booked yet, and how far they are (docs/decisions/0191).

create table booking_series (
  id uuid primary key default uuidv7(),
  customer_id uuid references profiles (id) on delete set null,
  company_id uuid not null references companies (id),
  service_id uuid not null references services (id),
  weeks integer not null check (weeks in (1, 2, 4)),
  -- On the wall, whatever the clock does over the year.
  start_time time not null,
  -- Whether somebody comes on a holiday on which the company works.
  on_holidays boolean not null,
  -- Price, length, rule of cancelling and place as the member saw them (app/bookings/book/seen-terms.ts). By others nothing is booked.
  terms text not null check (length(terms) between 1 and 40),
  -- Others, which the member has been asked about.
  asked_terms text check (length(asked_terms) between 1 and 40),
  -- The next day of the rhythm that is not decided about, and when it is looked at.
  next_day date not null,
  due_at timestamptz not null,
  created_at timestamptz not null,
  -- The company's yes, to all of it.
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('member', 'company', 'system')),
  constraint booking_series_of_company unique (id, company_id),
  constraint booking_series_ended_by_somebody check ((ended_at is null) = (ended_by is null)),
  constraint booking_series_begun_once check (ended_at is null or confirmed_at is not null)
);
create index booking_series_due on booking_series (due_at, id) where confirmed_at is not null and ended_at is null;
create index booking_series_of_customer_on on booking_series (customer_id) where ended_at is null;
create index booking_series_of_company_on on booking_series (company_id) where ended_at is null;

create function hold_series() returns trigger language plpgsql as $$
begin
  if (new.company_id, new.service_id, new.weeks, new.on_holidays, new.created_at)
      is distinct from (old.company_id, old.service_id, old.weeks, old.on_holidays, old.created_at)
    or new.customer_id <> old.customer_id
    or (old.customer_id is null and new.customer_id is not null)
    or (old.confirmed_at is not null
      and (new.confirmed_at, new.start_time) is distinct from (old.confirmed_at, old.start_time))
    or (old.ended_at is not null and (new.ended_at, new.ended_by) is distinct from (old.ended_at, old.ended_by))
    or new.next_day < old.next_day and old.confirmed_at is not null
  then
    raise exception 'what repeats is not rewritten'
      using errcode = 'check_violation', constraint = 'booking_series_as_agreed', table = 'booking_series';
  end if;
  return new;
end $$;
create trigger booking_series_hold before update on booking_series for each row execute function hold_series();

-- Which day of the rhythm a booking is for, also when it is moved or called off: each is made once.
alter table bookings
  add column series_id uuid,
  add column series_day date,
  add constraint bookings_of_series foreign key (series_id, company_id) references booking_series (id, company_id),
  add constraint bookings_series_whole check ((series_id is null) = (series_day is null));
create unique index bookings_once_a_series_day on bookings (series_id, series_day) where series_id is not null;

create function hold_series_of_booking() returns trigger language plpgsql as $$
begin
  raise exception 'a booking does not change its series'
    using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
end $$;
create trigger bookings_hold_series before update of series_id on bookings
  for each row when (old.series_id is not null and new.series_id is distinct from old.series_id)
  execute function hold_series_of_booking();
