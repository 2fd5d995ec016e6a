-- What the two sides see of bookings over time: what has happened to each, what a company has earned by month,
-- and the address by which a member's own calendar follows along. Kept here, so that no way of changing a booking
-- goes by unseen, and no page adds up rows.

-- That it was asked for stands in the booking itself; here is what came after.
create table booking_changes (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings (id) on delete cascade,
  kind text not null check (kind in (
    'confirmed', 'declined', 'cancelled', 'lapsed', 'completed', 'no-show', 'proposed', 'proposal dropped', 'moved')),
  -- Empty when either side may have done it.
  by text check (by in ('member', 'company', 'system')),
  -- The time that was proposed, or moved to, and what it was moved from.
  new_time timestamptz,
  old_time timestamptz,
  at timestamptz not null
);
create index booking_changes_of_booking on booking_changes (booking_id, id);

create function keep_booking_changes() returns trigger language plpgsql as $$
declare
  other_side text := case old.proposed_by when 'member' then 'company' when 'company' then 'member' end;
begin
  if new.scheduled_at <> old.scheduled_at then
    insert into booking_changes (booking_id, kind, by, old_time, new_time, at)
    values (new.id, 'moved', other_side, old.scheduled_at, new.scheduled_at, new.changed_at);
  elsif old.proposed_at is not null and new.proposed_at is null and new.status in ('pending', 'confirmed') then
    insert into booking_changes (booking_id, kind, new_time, at)
    values (new.id, 'proposal dropped', old.proposed_at, new.changed_at);
  end if;
  if new.proposed_at is distinct from old.proposed_at and new.proposed_at is not null then
    insert into booking_changes (booking_id, kind, by, new_time, at)
    values (new.id, 'proposed', new.proposed_by, new.proposed_at, new.changed_at);
  end if;
  if new.status <> old.status then
    insert into booking_changes (booking_id, kind, by, at)
    values (
      new.id,
      case
        when new.status <> 'cancelled' then new.status
        when new.no_show then 'no-show'
        when new.cancelled_by = 'system' then 'lapsed'
        when new.cancelled_by = 'company' and old.status = 'pending' then 'declined'
        else 'cancelled'
      end,
      -- Whoever said yes to the other's time has confirmed by that.
      case
        when new.status = 'cancelled' then new.cancelled_by
        when new.scheduled_at <> old.scheduled_at then other_side
        else 'company'
      end,
      new.changed_at);
  end if;
  return null;
end $$;
create trigger bookings_keep_changes after update of status, scheduled_at, proposed_at on bookings
  for each row execute function keep_booking_changes();

-- Sums of what is completed, by the month of the job here in Sweden. A completed booking is never anything else
-- again, so they only grow.
create table booking_months (
  company_id uuid not null references companies (id),
  month date not null check (extract(day from month) = 1),
  completed integer not null default 0,
  list_cents bigint not null default 0,
  customer_pays_cents bigint not null default 0,
  fee_cents bigint not null default 0,
  provider_cents bigint not null default 0,
  primary key (company_id, month)
);

create function month_of(moment timestamptz) returns date
  language sql stable strict parallel safe
  return date_trunc('month', moment at time zone 'Europe/Stockholm')::date;

create function keep_booking_months() returns trigger language plpgsql as $$
begin
  insert into booking_months as kept values (
    new.company_id, month_of(new.scheduled_at), 1, new.price_list_cents, new.amount_customer_pays_cents,
    new.platform_fee_cents, new.amount_to_provider_cents)
  on conflict (company_id, month) do update set
    completed = kept.completed + 1,
    list_cents = kept.list_cents + excluded.list_cents,
    customer_pays_cents = kept.customer_pays_cents + excluded.customer_pays_cents,
    fee_cents = kept.fee_cents + excluded.fee_cents,
    provider_cents = kept.provider_cents + excluded.provider_cents;
  return null;
end $$;
create trigger bookings_keep_months after update of status on bookings
  for each row when (new.status = 'completed' and old.status <> 'completed') execute function keep_booking_months();
create trigger bookings_keep_months_of_new after insert on bookings
  for each row when (new.status = 'completed') execute function keep_booking_months();

insert into booking_months
select company_id, month_of(scheduled_at), count(*), sum(price_list_cents), sum(amount_customer_pays_cents),
  sum(platform_fee_cents), sum(amount_to_provider_cents)
from bookings where status = 'completed' group by 1, 2;

-- A company's list by state.
create index bookings_of_company_in_state on bookings (company_id, status, scheduled_at, id);

-- The secret in the address follows from this id and the product's own secret: it is not kept, and a new row is a
-- new address.
create table calendar_feeds (
  id uuid primary key default uuidv7(),
  profile_id uuid not null unique references profiles (id) on delete cascade,
  created_at timestamptz not null,
  last_read_at timestamptz
);
