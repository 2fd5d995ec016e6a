-- The fee of completed bookings is collected. What is owed is written by the database when a booking is completed, so that no way
-- of completing one goes by unseen; each line of it is on one charge, and a charge is exactly the sum of its lines.

-- 1. A kind of charge more. Its sum has VAT in it, to the öre that was agreed with each booking: the VAT is a fifth of that.
-- (0101 counts VAT on the net, by which no net at all gives a sum such as 1,02.)
alter table charges
  drop constraint charges_kind_check,
  drop constraint charges_check,
  add constraint charges_kind_check check (kind in ('membership', 'base', 'sponsor', 'season', 'fee')),
  add constraint charges_vat check (
    case when kind = 'fee' then vat_cents = round(gross_cents * 0.2) else vat_cents = round(net_cents * 0.25) end),
  add constraint charges_fee_of_a_month check (kind <> 'fee' or (period_from is not null and extract(day from period_from) = 1));
create unique index charges_one_fee_a_month on charges (company_id, period_from) where kind = 'fee';

-- A correction is a line below zero. What is asked for is above it all the same (charges_net_cents_check).
alter table charge_lines
  drop constraint charge_lines_net_cents_check,
  add constraint charge_lines_something check (gross_cents <> 0);

insert into ledger_accounts (number, name) values (3013, 'Avgifter för bokningar');

-- 2. What a customer pays in the end, where that is less than was agreed: somebody has decided it, once.
create table booking_corrections (
  booking_id uuid primary key references bookings (id),
  corrected_at timestamptz not null,
  customer_pays_cents integer not null check (customer_pays_cents >= 0),
  -- The fee goes down as the price does.
  fee_cents integer not null,
  provider_cents integer not null generated always as (customer_pays_cents - fee_cents) stored
);

-- 3. A line of what a company owes: the fee of a booking, or what a correction takes off it. `month` is when it came to be, here in
-- Sweden, so a month that is over does not change.
create table fee_entries (
  booking_id uuid not null references bookings (id),
  kind text not null check (kind in ('fee', 'credit')),
  company_id uuid not null references companies (id),
  month date not null check (extract(day from month) = 1),
  amount_cents integer not null check (case kind when 'fee' then amount_cents >= 0 else amount_cents <= 0 end),
  charge_id uuid references charges (id),
  primary key (booking_id, kind)
);
create index fee_entries_of_month on fee_entries (company_id, month);
create index fee_entries_to_charge on fee_entries (company_id, month) where charge_id is null;
create index fee_entries_of_charge on fee_entries (charge_id) where charge_id is not null;

-- The sums of a month go by when a job was marked as done, not when it was done: what a company has been asked to pay a fee for
-- stays in the month that it stands in.
create or replace function keep_booking_months() returns trigger language plpgsql as $$
begin
  insert into booking_months as kept values (
    new.company_id, month_of(new.completed_at), 1, new.price_list_cents, new.amount_customer_pays_cents,
    new.platform_fee_cents, new.amount_to_provider_cents)
  on conflict (company_id, month) do update set
    completed = kept.completed + 1,
    list_cents = kept.list_cents + excluded.list_cents,
    customer_pays_cents = kept.customer_pays_cents + excluded.customer_pays_cents,
    fee_cents = kept.fee_cents + excluded.fee_cents,
    provider_cents = kept.provider_cents + excluded.provider_cents;
  insert into fee_entries (booking_id, kind, company_id, month, amount_cents)
  values (new.id, 'fee', new.company_id, month_of(new.completed_at), new.platform_fee_cents);
  return null;
end $$;

create function keep_correction() returns trigger language plpgsql as $$
declare
  booked bookings;
  less integer;
begin
  select * into booked from bookings where id = new.booking_id for no key update;
  less := booked.amount_customer_pays_cents - new.customer_pays_cents;
  if booked.status <> 'completed' or less <= 0
    or new.fee_cents <> booked.platform_fee_cents::bigint * new.customer_pays_cents / booked.amount_customer_pays_cents then
    raise exception 'a correction lowers what was agreed of a completed booking, and its fee with it'
      using errcode = 'check_violation', constraint = 'booking_corrections_lower';
  end if;
  insert into fee_entries (booking_id, kind, company_id, month, amount_cents)
  values (booked.id, 'credit', booked.company_id, month_of(new.corrected_at), new.fee_cents - booked.platform_fee_cents);
  insert into booking_months as kept values (
    booked.company_id, month_of(new.corrected_at), 0, -less, -less, new.fee_cents - booked.platform_fee_cents,
    new.customer_pays_cents - new.fee_cents - booked.amount_to_provider_cents)
  on conflict (company_id, month) do update set
    list_cents = kept.list_cents + excluded.list_cents,
    customer_pays_cents = kept.customer_pays_cents + excluded.customer_pays_cents,
    fee_cents = kept.fee_cents + excluded.fee_cents,
    provider_cents = kept.provider_cents + excluded.provider_cents;
  return null;
end $$;
create trigger booking_corrections_keep after insert on booking_corrections
  for each row execute function keep_correction();

create trigger booking_corrections_are_history before update or delete on booking_corrections
  for each row execute function refuse_change_of_books();
create trigger booking_corrections_stay before truncate on booking_corrections
  for each statement execute function refuse_change_of_books();

-- A line is put on a charge, once, and nothing else is ever done to it.
create function hold_fee_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.charge_id is not null
    or (to_jsonb(new) - 'charge_id') is distinct from (to_jsonb(old) - 'charge_id') then
    raise exception 'a line of a fee is only put on a charge, and once'
      using errcode = 'check_violation', constraint = 'fee_entries_once';
  end if;
  return new;
end $$;
create trigger fee_entries_are_history before update or delete on fee_entries
  for each row execute function hold_fee_entry();
create trigger fee_entries_stay before truncate on fee_entries
  for each statement execute function refuse_change_of_books();

-- When the transaction ends: a charge of fees is the sum of lines of that company, of its month or before.
create function check_fee_charge() returns trigger language plpgsql as $$
declare
  asked charges;
  lines record;
begin
  -- A charge's own id, or the one that a line is put on.
  select * into asked from charges where id = coalesce(to_jsonb(new) ->> 'charge_id', to_jsonb(new) ->> 'id')::uuid;
  select sum(amount_cents) as amount, bool_and(company_id = asked.company_id and month <= asked.period_from) as are_its
    into lines from fee_entries where charge_id = asked.id;
  if asked.kind <> 'fee' or lines.amount is distinct from asked.gross_cents::bigint or not lines.are_its then
    raise exception 'a charge of fees is not the sum of its bookings'
      using errcode = 'check_violation', constraint = 'charges_sum_of_fees';
  end if;
  return null;
end $$;
create constraint trigger charges_of_fees_have_entries after insert on charges
  deferrable initially deferred for each row when (new.kind = 'fee') execute function check_fee_charge();
create constraint trigger fee_entries_make_the_charge after update of charge_id on fee_entries
  deferrable initially deferred for each row when (new.charge_id is not null) execute function check_fee_charge();

-- 4. What is completed already.
delete from booking_months;
insert into booking_months
select company_id, month_of(completed_at), count(*), sum(price_list_cents), sum(amount_customer_pays_cents),
  sum(platform_fee_cents), sum(amount_to_provider_cents)
from bookings where status = 'completed' group by 1, 2;
insert into fee_entries (booking_id, kind, company_id, month, amount_cents)
select id, 'fee', company_id, month_of(completed_at), platform_fee_cents from bookings where status = 'completed';
