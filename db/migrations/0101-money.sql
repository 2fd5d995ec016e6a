-- What is owed, what was paid, and the papers of it. A krona that is counted twice or not at all is found years
-- later, by somebody else; so what must add up is held here: one payment a charge, of exactly what was asked; one
-- receipt a payment, numbered without a gap; a ledger whose every voucher sums to nothing.

-- Payments are matched by it, so it is short, has a check digit and is never used again.
create sequence charge_references start 100001;

create table charges (
  id uuid primary key default uuidv7(),
  -- What it is for, in words of ours: asked for twice, it is written once.
  key text not null unique check (length(key) between 1 and 200),
  reference text not null unique check (reference ~ '^KV[0-9]{7,14}$'),
  kind text not null check (kind in ('membership', 'base', 'sponsor', 'season')),
  -- Empty once the member has deleted their account: the sum stays without the person.
  member_id uuid references profiles (id) on delete set null,
  company_id uuid references companies (id),
  status text not null default 'open' check (status in ('open', 'paid', 'struck')),
  net_cents integer not null check (net_cents > 0),
  vat_cents integer not null check (vat_cents = round(net_cents * 0.25)),
  gross_cents integer not null check (gross_cents = net_cents + vat_cents),
  issued_at timestamptz not null,
  due_on date not null,
  -- The days that a month of membership came to be, or a package covers: from the first to the first after it.
  period_from date,
  period_until date,
  reminded_at timestamptz,
  paid_at timestamptz,
  struck_at timestamptz,
  struck_because text check (length(struck_because) between 1 and 200),
  -- So that a payment can be held to the very sum that was asked.
  unique (id, gross_cents),
  check (case when kind = 'membership' then company_id is null else company_id is not null and member_id is null end),
  check ((period_from is null) = (period_until is null) and period_from < period_until),
  check ((status = 'paid') = (paid_at is not null)),
  check (status <> 'struck' or (struck_at is not null and struck_because is not null))
);

create index charges_of_member on charges (member_id, id desc) where member_id is not null;
create index charges_of_company on charges (company_id, id desc) where company_id is not null;
-- The list to tick off: what waits for money first, the oldest due first; then everything else, the latest first.
create index charges_open on charges (due_on, id) where status = 'open';
create index charges_by_status on charges (status, id desc);
create index charges_by_kind on charges (kind, id desc);
create index charges_to_remind on charges (due_on, id) where status = 'open' and reminded_at is null and company_id is not null;
-- A member is asked for one month at a time.
create unique index charges_one_open_month on charges (member_id) where kind = 'membership' and status = 'open';

create table charge_lines (
  charge_id uuid not null references charges (id),
  position integer not null check (position >= 1),
  text text not null check (length(text) between 1 and 200),
  -- The booked month that the line pays for.
  slot_id uuid,
  net_cents integer not null check (net_cents > 0),
  vat_cents integer not null,
  gross_cents integer not null check (gross_cents = net_cents + vat_cents),
  primary key (charge_id, position)
);
create index charge_lines_of_slot on charge_lines (slot_id) where slot_id is not null;

create table payments (
  id uuid primary key default uuidv7(),
  charge_id uuid not null unique,
  method text not null check (method in ('swish', 'card')),
  amount_cents integer not null,
  -- What a card provider calls it: told of a hundred times, it is written once.
  external_id text unique,
  -- By which the provider takes a payment back.
  refundable_id text,
  received_on date not null,
  -- The administrator who saw the money; empty for what a provider told. No foreign key: whoever leaves changes nothing here.
  noted_by uuid,
  created_at timestamptz not null,
  foreign key (charge_id, amount_cents) references charges (id, gross_cents)
);

create table refunds (
  id uuid primary key default uuidv7(),
  key text not null unique check (length(key) between 1 and 200),
  payment_id uuid not null references payments (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  created_at timestamptz not null,
  paid_out_at timestamptz,
  paid_out_by uuid
);
create index refunds_of_payment on refunds (payment_id);
create index refunds_to_pay_out on refunds (id) where paid_out_at is null;

-- The last number that was given out. Its row is locked until the transaction that took the next number ends, so
-- that one that fails gives its number back.
create table receipt_counter (
  only_row boolean primary key default true check (only_row),
  last integer not null
);
insert into receipt_counter (last) values (1000);

create table receipts (
  number integer primary key check (number > 1000),
  kind text not null check (kind in ('receipt', 'credit')),
  payment_id uuid unique references payments (id),
  refund_id uuid unique references refunds (id),
  -- The receipt that a credit note takes back, wholly or in part.
  credits integer references receipts (number),
  issued_at timestamptz not null,
  member_id uuid references profiles (id) on delete set null,
  company_id uuid references companies (id),
  -- Below zero on a credit note.
  net_cents integer not null,
  vat_cents integer not null,
  gross_cents integer not null check (gross_cents = net_cents + vat_cents),
  -- As they were that day: what was sold, by whom, and to which company. A resident is not named.
  lines jsonb not null,
  seller jsonb not null,
  buyer jsonb,
  check ((kind = 'receipt') = (payment_id is not null) and (kind = 'credit') = (refund_id is not null)),
  check ((kind = 'credit') = (credits is not null)),
  check ((kind = 'receipt') = (gross_cents > 0) and gross_cents <> 0)
);
create index receipts_of_member on receipts (member_id, number desc) where member_id is not null;
create index receipts_of_company on receipts (company_id, number desc) where company_id is not null;

-- The accounts of the Swedish chart (BAS) that money of ours goes through.
create table ledger_accounts (
  number integer primary key,
  name text not null
);
insert into ledger_accounts (number, name) values
  (1580, 'Fordringar hos kortbolag'),
  (1930, 'Företagskonto, Swish'),
  (2611, 'Utgående moms, 25 %'),
  (2890, 'Att betala tillbaka'),
  (3011, 'Medlemskap'),
  (3012, 'Paket för företag');

create table ledger_vouchers (
  id uuid primary key default uuidv7(),
  at timestamptz not null,
  receipt_number integer unique references receipts (number),
  paid_out_refund_id uuid unique references refunds (id),
  check ((receipt_number is null) <> (paid_out_refund_id is null))
);

-- Debit above zero, credit below.
create table ledger_entries (
  voucher_id uuid not null references ledger_vouchers (id),
  account integer not null references ledger_accounts (number),
  amount_cents integer not null check (amount_cents <> 0),
  primary key (voucher_id, account)
);

-- 1. What was written stays written.
create function refuse_change_of_books() returns trigger language plpgsql as $$
begin
  raise exception '% can only be added to', tg_table_name using errcode = 'check_violation';
end $$;
create trigger payments_are_history before update or delete on payments
  for each row execute function refuse_change_of_books();
create trigger charge_lines_are_history before update or delete on charge_lines
  for each row execute function refuse_change_of_books();
create trigger ledger_vouchers_are_history before update or delete on ledger_vouchers
  for each row execute function refuse_change_of_books();
create trigger ledger_entries_are_history before update or delete on ledger_entries
  for each row execute function refuse_change_of_books();
create trigger payments_stay before truncate on payments for each statement execute function refuse_change_of_books();
create trigger receipts_stay before truncate on receipts for each statement execute function refuse_change_of_books();
create trigger ledger_vouchers_stay before truncate on ledger_vouchers for each statement execute function refuse_change_of_books();
create trigger ledger_entries_stay before truncate on ledger_entries for each statement execute function refuse_change_of_books();
create trigger ledger_accounts_stay before delete on ledger_accounts
  for each row execute function refuse_change_of_books();

-- Of a receipt only whose it is may go, when that person's account does.
create function hold_receipt() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.member_id is not null
    or (to_jsonb(new) - 'member_id') is distinct from (to_jsonb(old) - 'member_id') then
    raise exception 'a receipt stays as it was given' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger receipts_are_history before update or delete on receipts
  for each row execute function hold_receipt();

create function hold_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.paid_out_at is not null
    or (to_jsonb(new) - 'paid_out_at' - 'paid_out_by') is distinct from (to_jsonb(old) - 'paid_out_at' - 'paid_out_by') then
    raise exception 'a refund is only ever paid out, and once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_are_history before update or delete on refunds
  for each row execute function hold_refund();

-- open -> paid, open -> struck; and struck -> paid, for money that came after we had given it up.
create function hold_charge() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a charge is struck, not deleted' using errcode = 'check_violation';
  end if;
  if new.status <> old.status and (old.status, new.status) not in (('open', 'paid'), ('open', 'struck'), ('struck', 'paid')) then
    raise exception 'a charge does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'charges_legal_change';
  end if;
  if (new.id, new.key, new.reference, new.kind, new.company_id, new.net_cents, new.vat_cents, new.gross_cents, new.issued_at)
      is distinct from
     (old.id, old.key, old.reference, old.kind, old.company_id, old.net_cents, old.vat_cents, old.gross_cents, old.issued_at)
    or (new.member_id is distinct from old.member_id and new.member_id is not null)
    or (old.status = 'paid' and (new.paid_at, new.period_from, new.period_until) is distinct from (old.paid_at, old.period_from, old.period_until)) then
    raise exception 'what was asked for is not rewritten' using errcode = 'check_violation', constraint = 'charges_as_issued';
  end if;
  return new;
end $$;
create trigger charges_hold before update or delete on charges for each row execute function hold_charge();

create trigger receipt_counter_stays before delete on receipt_counter
  for each row execute function refuse_change_of_books();

-- 2. What belongs together is there when the transaction ends, and adds up.
create function check_charge() returns trigger language plpgsql as $$
declare lines record;
begin
  select sum(net_cents) as net, sum(vat_cents) as vat into lines from charge_lines where charge_id = new.id;
  if (lines.net, lines.vat) is distinct from (new.net_cents::bigint, new.vat_cents::bigint) then
    raise exception 'the lines of a charge are not its sum' using errcode = 'check_violation', constraint = 'charges_sum';
  end if;
  return null;
end $$;
create constraint trigger charges_have_lines after insert on charges deferrable initially deferred
  for each row execute function check_charge();

-- A charge is paid when there is a payment of it, and not otherwise.
create function check_paid() returns trigger language plpgsql as $$
begin
  if (select status = 'paid' from charges where id = new.id)
     is distinct from exists (select from payments where charge_id = new.id) then
    raise exception 'paid without a payment, or a payment without being paid'
      using errcode = 'check_violation', constraint = 'charges_paid_by_payment';
  end if;
  return null;
end $$;
create constraint trigger charges_are_paid_by_payments after insert or update of status on charges
  deferrable initially deferred for each row execute function check_paid();

create function check_payment() returns trigger language plpgsql as $$
begin
  if not exists (select from receipts where payment_id = new.id and gross_cents = new.amount_cents)
    or not exists (select from charges where id = new.charge_id and status = 'paid') then
    raise exception 'a payment without its receipt' using errcode = 'check_violation', constraint = 'payments_have_receipts';
  end if;
  return null;
end $$;
create constraint trigger payments_have_receipts after insert on payments
  deferrable initially deferred for each row execute function check_payment();

create function check_refund() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from receipts where refund_id = new.id and gross_cents = -new.amount_cents) then
    raise exception 'a refund without its credit note' using errcode = 'check_violation', constraint = 'refunds_have_credit_notes';
  end if;
  if (select paid_out_at is not null from refunds where id = new.id)
     is distinct from exists (select from ledger_vouchers where paid_out_refund_id = new.id) then
    raise exception 'a refund that was paid out without being booked'
      using errcode = 'check_violation', constraint = 'refunds_are_booked';
  end if;
  return null;
end $$;
create constraint trigger refunds_are_booked after insert or update on refunds
  deferrable initially deferred for each row execute function check_refund();

-- Never more back than came in, also when two take back at once.
create function hold_refunds_within_payment() returns trigger language plpgsql as $$
declare paid integer;
begin
  select amount_cents into paid from payments where id = new.payment_id for update;
  if new.amount_cents + coalesce((select sum(amount_cents) from refunds where payment_id = new.payment_id), 0) > paid then
    raise exception 'more back than was paid' using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  return new;
end $$;
create trigger refunds_within_payment before insert on refunds
  for each row execute function hold_refunds_within_payment();

create function check_receipt() returns trigger language plpgsql as $$
begin
  -- Every receipt is booked: what came in or is to go back (1xxx, 2890) is its sum.
  if (select sum(amount_cents) from ledger_entries
      join ledger_vouchers on ledger_vouchers.id = voucher_id
      where receipt_number = new.number and account in (1580, 1930, 2890)) is distinct from new.gross_cents::bigint then
    raise exception 'a receipt that is not in the ledger' using errcode = 'check_violation', constraint = 'receipts_are_booked';
  end if;
  if new.number > (select last from receipt_counter) then
    raise exception 'a number that was not given out' using errcode = 'check_violation', constraint = 'receipts_are_counted';
  end if;
  return null;
end $$;
create constraint trigger receipts_are_booked after insert on receipts
  deferrable initially deferred for each row execute function check_receipt();

-- Every number that was given out is on a receipt.
create function check_receipt_counter() returns trigger language plpgsql as $$
begin
  if new.last < old.last
    or (select count(*) from receipts where number > old.last and number <= new.last) <> new.last - old.last then
    raise exception 'a gap in the numbers of receipts' using errcode = 'check_violation', constraint = 'receipts_without_gaps';
  end if;
  return null;
end $$;
create constraint trigger receipts_without_gaps after update on receipt_counter
  deferrable initially deferred for each row execute function check_receipt_counter();

create function check_voucher() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from ledger_entries where voucher_id = new.voucher_id) <> 0 then
    raise exception 'a voucher that does not balance' using errcode = 'check_violation', constraint = 'ledger_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_balances after insert on ledger_entries
  deferrable initially deferred for each row execute function check_voucher();

create function check_voucher_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries where voucher_id = new.id) then
    raise exception 'an empty voucher' using errcode = 'check_violation', constraint = 'ledger_has_entries';
  end if;
  return null;
end $$;
create constraint trigger ledger_has_entries after insert on ledger_vouchers
  deferrable initially deferred for each row execute function check_voucher_entries();
