-- What of a package goes to those who walk (docs/decisions/0176). A sum that is shown is one that somebody gets: it is
-- booked as owed when the package is paid, lowered when the package is given back, and booked again when it is paid out.

insert into ledger_accounts (number, name) values
  (2898, 'Avsatt till ronder'),
  (4600, 'Ronder, del av paket');

-- The share in per cent, from a moment on: what was paid before keeps the share of its day.
create table patrol_shares (
  id uuid primary key default uuidv7(),
  percent integer not null check (percent between 0 and 100),
  since timestamptz not null,
  -- The administrator; empty for what the product began with. No foreign key: whoever leaves changes nothing here.
  set_by uuid
);
insert into patrol_shares (percent, since) values (20, now());

-- Of each line of a package's receipt, and below zero of a credit note's.
create table patrol_parts (
  receipt_number integer not null references receipts (number),
  position integer not null check (position >= 1),
  -- The booked month; empty for a month of the base.
  slot_id uuid,
  company_id uuid not null references companies (id),
  postcode text not null,
  -- The first day of the month that the line is for.
  month date not null check (extract(day from month) = 1),
  percent integer not null check (percent between 1 and 100),
  -- Of which the part is a share.
  net_cents integer not null check (net_cents <> 0),
  amount_cents integer not null check (sign(amount_cents) in (0, sign(net_cents))),
  primary key (receipt_number, position)
);
create index patrol_parts_of_postcode on patrol_parts (postcode, month);
create index patrol_parts_of_company on patrol_parts (company_id, month);
create trigger patrol_parts_are_history before update or delete on patrol_parts
  for each row execute function refuse_change_of_books();
create trigger patrol_parts_stay before truncate on patrol_parts for each statement execute function refuse_change_of_books();

-- To a guard company, for a postcode, as an administrator has noted it.
create table patrol_payouts (
  -- The form's: sent twice, it is one.
  id uuid primary key,
  postcode text not null,
  company_id uuid not null references companies (id),
  amount_cents integer not null check (amount_cents > 0),
  paid_on date not null,
  -- The company's invoice.
  reference text not null check (length(reference) between 1 and 60),
  noted_by uuid not null,
  created_at timestamptz not null
);
create index patrol_payouts_of_postcode on patrol_payouts (postcode);
create trigger patrol_payouts_are_history before update or delete on patrol_payouts
  for each row execute function refuse_change_of_books();
create trigger patrol_payouts_stay before truncate on patrol_payouts for each statement execute function refuse_change_of_books();

alter table ledger_vouchers
  drop constraint ledger_vouchers_check,
  add column patrol_payout_id uuid unique references patrol_payouts (id),
  add constraint ledger_vouchers_one_source check (num_nonnulls(receipt_number, paid_out_refund_id, patrol_payout_id) = 1);

-- The parts of a receipt and what the ledger has set aside for it are one sum, whichever is written.
create function check_patrol_parts(receipt integer) returns void language plpgsql as $$
begin
  if coalesce((select sum(amount_cents) from patrol_parts where receipt_number = receipt), 0) is distinct from
     -coalesce((select sum(amount_cents) from ledger_entries join ledger_vouchers on ledger_vouchers.id = voucher_id
       where ledger_vouchers.receipt_number = receipt and account = 2898), 0) then
    raise exception 'what goes to patrols is not what the ledger has set aside'
      using errcode = 'check_violation', constraint = 'patrol_parts_are_booked';
  end if;
end $$;
create function check_patrol_part() returns trigger language plpgsql as $$
begin
  perform check_patrol_parts(new.receipt_number);
  return null;
end $$;
create constraint trigger patrol_parts_are_booked after insert on patrol_parts
  deferrable initially deferred for each row execute function check_patrol_part();
create function check_set_aside() returns trigger language plpgsql as $$
declare voucher ledger_vouchers;
begin
  select * into voucher from ledger_vouchers where id = new.voucher_id;
  if voucher.receipt_number is not null then
    perform check_patrol_parts(voucher.receipt_number);
  elsif (select amount_cents from patrol_payouts where id = voucher.patrol_payout_id) is distinct from new.amount_cents then
    raise exception 'what was paid out to patrols is not what the ledger says'
      using errcode = 'check_violation', constraint = 'patrol_payouts_are_booked';
  end if;
  return null;
end $$;
create constraint trigger patrol_parts_are_set_aside after insert on ledger_entries
  deferrable initially deferred for each row when (new.account = 2898) execute function check_set_aside();
create function check_patrol_payout() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_vouchers where patrol_payout_id = new.id) then
    raise exception 'paid out to patrols and not booked'
      using errcode = 'check_violation', constraint = 'patrol_payouts_have_vouchers';
  end if;
  return null;
end $$;
create constraint trigger patrol_payouts_have_vouchers after insert on patrol_payouts
  deferrable initially deferred for each row execute function check_patrol_payout();
