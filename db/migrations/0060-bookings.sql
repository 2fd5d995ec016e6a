-- What members book of companies. What must never happen is impossible here, whatever the code does: two jobs
-- for one pair of hands, a price that does not add up, a booking that comes back from the dead.

create extension if not exists btree_gist;

alter table services
  -- Kept free after each job: the way to the next one, tidying up.
  add column buffer_min integer not null default 0 check (buffer_min between 0 and 240),
  -- How long before the start somebody must book.
  add column notice_hours integer not null default 2 check (notice_hours between 0 and 336),
  -- Cancelling is free until so many hours before the start.
  add column free_cancel_hours integer not null default 24 check (free_cancel_hours between 0 and 168);

create table bookings (
  id uuid primary key default uuidv7(),
  -- Made when the form was shown: a form sent twice is one booking.
  key uuid not null unique,
  -- Empty once the member has deleted their account: the sums stay without the person.
  customer_id uuid references profiles (id) on delete set null,
  company_id uuid not null references companies (id),
  service_id uuid not null references services (id),
  postcode text not null check (postcode ~ '^[0-9]{5}$'),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),

  scheduled_at timestamptz not null,
  ends_at timestamptz not null,
  -- The end and the service's buffer after it.
  busy_until timestamptz not null,
  busy tstzrange not null generated always as (tstzrange(scheduled_at, busy_until)) stored,
  -- Which of the company's pairs of hands does it; at most its capacity (trigger below).
  lane integer not null check (lane between 1 and 50),

  -- The service as it was booked.
  service_title text not null check (length(service_title) between 1 and 120),
  duration_min integer not null check (duration_min between 1 and 840),
  free_cancel_hours integer not null check (free_cancel_hours between 0 and 168),

  -- The money as it was agreed, in öre. app/bookings/money.ts has the same rules with words.
  price_list_cents integer not null check (price_list_cents > 0),
  discount_cents integer not null,
  platform_fee_cents integer not null,
  stripe_fee_cents integer not null default 0,
  amount_customer_pays_cents integer not null,
  amount_to_provider_cents integer not null,

  -- For the day itself.
  address text check (length(address) between 1 and 300),
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  note text not null default '' check (length(note) <= 1000),

  -- A new time that one side has asked the other for. It holds no room until it is accepted.
  proposed_at timestamptz,
  proposed_by text check (proposed_by in ('member', 'company')),

  cancelled_by text check (cancelled_by in ('member', 'company', 'system')),
  -- Why: what a company says when it declines, or a member who cancels.
  reason text check (length(reason) between 1 and 500),
  no_show boolean not null default false,

  -- How often it has changed: what calendars go by (RFC 5545).
  sequence integer not null default 0,
  -- When a request that nobody has answered is over.
  lapses_at timestamptz not null,
  company_reminded_at timestamptz,
  member_reminded_at timestamptz,

  created_at timestamptz not null default now(),
  -- When it last was written anew for its two sides; reminders and forgetting do not count.
  changed_at timestamptz not null default now(),
  confirmed_at timestamptz,
  completed_at timestamptz,
  cancelled_at timestamptz,

  constraint bookings_as_long_as_the_service check (extract(epoch from ends_at - scheduled_at) = duration_min * 60),
  constraint bookings_buffer check (busy_until >= ends_at and busy_until <= ends_at + interval '240 minutes'),
  constraint bookings_lapse_in_time check (lapses_at <= scheduled_at),
  constraint bookings_discount check (discount_cents in (0, price_list_cents / 10)),
  constraint bookings_platform_fee check (platform_fee_cents = price_list_cents / 20),
  constraint bookings_payment_fee check (stripe_fee_cents = 0),
  constraint bookings_customer_pays check (amount_customer_pays_cents = price_list_cents - discount_cents),
  constraint bookings_provider_gets check (
    amount_to_provider_cents = amount_customer_pays_cents - platform_fee_cents - stripe_fee_cents),
  constraint bookings_proposal_whole check ((proposed_at is null) = (proposed_by is null)),
  constraint bookings_proposal_while_open check (proposed_at is null or status in ('pending', 'confirmed')),
  constraint bookings_confirmed_once check (
    case status when 'pending' then confirmed_at is null when 'cancelled' then true else confirmed_at is not null end),
  constraint bookings_completed_once check ((status = 'completed') = (completed_at is not null)),
  constraint bookings_cancelled_by_somebody check (
    (status = 'cancelled') = (cancelled_at is not null) and (status = 'cancelled') = (cancelled_by is not null)),
  constraint bookings_reason_of_an_end check (reason is null or status = 'cancelled'),
  constraint bookings_no_show_is_an_end check (not no_show or status = 'cancelled'),

  -- One pair of hands does one job at a time. Deferrable, so that jobs can change hands to make room.
  constraint bookings_never_twice exclude using gist (company_id with =, lane with =, busy with &&)
    where (status <> 'cancelled') deferrable initially immediate
);

create index bookings_of_customer on bookings (customer_id, scheduled_at desc, id desc);
create index bookings_of_company on bookings (company_id, scheduled_at desc, id desc);
create index bookings_of_company_unanswered on bookings (company_id, scheduled_at, id) where status = 'pending';
create index bookings_lapsing on bookings (lapses_at, id) where status = 'pending';
create index bookings_to_remind_company_of on bookings (created_at, id)
  where status = 'pending' and company_reminded_at is null;
create index bookings_to_remind_member_of on bookings (scheduled_at, id)
  where status = 'confirmed' and member_reminded_at is null;

-- As many jobs at once as the company can do, and no more. A capacity that is lowered leaves what is booked alone.
create function hold_capacity() returns trigger language plpgsql as $$
begin
  if new.status <> 'cancelled' and new.lane > (select capacity from companies where id = new.company_id) then
    raise exception 'the company has no lane %', new.lane
      using errcode = 'check_violation', constraint = 'bookings_within_capacity', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold_capacity before insert or update of company_id, lane, scheduled_at, busy_until on bookings
  for each row execute function hold_capacity();

-- pending -> confirmed -> completed; pending and confirmed -> cancelled. What was agreed is not rewritten.
create function hold_booking() returns trigger language plpgsql as $$
begin
  if new.status <> old.status and (old.status, new.status) not in (
    ('pending', 'confirmed'), ('pending', 'cancelled'), ('confirmed', 'completed'), ('confirmed', 'cancelled')
  ) then
    raise exception 'a booking does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'bookings_legal_change', table = 'bookings';
  end if;
  if (new.id, new.key, new.company_id, new.service_id, new.postcode, new.service_title, new.duration_min,
      new.free_cancel_hours, new.price_list_cents, new.discount_cents, new.created_at)
    is distinct from
     (old.id, old.key, old.company_id, old.service_id, old.postcode, old.service_title, old.duration_min,
      old.free_cancel_hours, old.price_list_cents, old.discount_cents, old.created_at)
    or new.customer_id <> old.customer_id
    or (old.customer_id is null and new.customer_id is not null)
    or (old.status in ('completed', 'cancelled') and new.scheduled_at <> old.scheduled_at)
    or new.sequence < old.sequence
  then
    raise exception 'what was booked is not rewritten'
      using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold before update on bookings for each row execute function hold_booking();
