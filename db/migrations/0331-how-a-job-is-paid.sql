-- How a job is paid: what a company takes is said before anybody books, and whether a job is paid is said by its two sides. The money
-- goes from the customer to the company, never through us, so these are words of theirs and no books.

alter table companies
  -- A company's own number in Swish: ten digits that begin with 123.
  add column swish_number text check (swish_number ~ '^123[0-9]{7}$'),
  add column takes_card boolean not null default false,
  add column takes_invoice boolean not null default false,
  add column takes_cash boolean not null default false;

-- A row when somebody has said something. What there is to say is that it is paid, twice: by each side, and when.
create table job_payments (
  booking_id uuid primary key references bookings (id) on delete cascade,
  member_said_at timestamptz,
  company_said_at timestamptz,
  -- They do not agree: who said so, in which words, and how that ended.
  disputed_by text check (disputed_by in ('member', 'company')),
  disputed_at timestamptz,
  dispute text check (length(dispute) between 1 and 2000),
  ended_at timestamptz,
  ended_how text check (ended_how in ('agreed', 'decided', 'left')),
  -- An administrator's word to both, and whether anything is left to pay.
  decision text check (length(decision) between 1 and 2000),
  decided_by uuid,
  is_settled boolean,
  constraint job_payments_dispute_whole check ((disputed_at is null) = (disputed_by is null)),
  constraint job_payments_end_whole check ((ended_at is null) = (ended_how is null) and (ended_at is null or disputed_at is not null)),
  constraint job_payments_decision_whole check (
    (ended_how is not distinct from 'decided') = (decision is not null)
    and (decision is null) = (is_settled is null) and (decision is null) = (decided_by is null))
);
-- What waits for an administrator, the oldest first.
create index job_payments_disputed on job_payments (disputed_at, booking_id) where disputed_at is not null and ended_at is null;

create function hold_job_payment() returns trigger language plpgsql as $$
begin
  if (select status from bookings where id = new.booking_id) <> 'completed' then
    raise exception 'a job is paid when it is done' using errcode = 'check_violation', constraint = 'job_payments_when_done';
  end if;
  -- A decision is the last word: what it says stays, and nobody opens it again.
  if tg_op = 'UPDATE' and old.decision is not null and
    (to_jsonb(new) - 'member_said_at' - 'company_said_at' - 'dispute') is distinct from
    (to_jsonb(old) - 'member_said_at' - 'company_said_at' - 'dispute') then
    raise exception 'what was decided stays' using errcode = 'check_violation', constraint = 'job_payments_decided_once';
  end if;
  return new;
end $$;
create trigger job_payments_hold before insert or update on job_payments
  for each row execute function hold_job_payment();

-- What both sides read of it afterwards.
alter table booking_changes
  drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in (
    'confirmed', 'declined', 'cancelled', 'lapsed', 'completed', 'no-show', 'proposed', 'proposal dropped', 'moved',
    'paid', 'disputed', 'agreed', 'decided'));

create function keep_payment_changes() returns trigger language plpgsql as $$
declare
  before job_payments;
begin
  if tg_op = 'UPDATE' then before := old; end if;
  if new.member_said_at is distinct from before.member_said_at and new.member_said_at is not null then
    insert into booking_changes (booking_id, kind, by, at) values (new.booking_id, 'paid', 'member', new.member_said_at);
  end if;
  if new.company_said_at is distinct from before.company_said_at and new.company_said_at is not null then
    insert into booking_changes (booking_id, kind, by, at) values (new.booking_id, 'paid', 'company', new.company_said_at);
  end if;
  if new.disputed_at is distinct from before.disputed_at and new.disputed_at is not null then
    insert into booking_changes (booking_id, kind, by, at) values (new.booking_id, 'disputed', new.disputed_by, new.disputed_at);
  end if;
  if new.ended_at is distinct from before.ended_at and new.ended_at is not null then
    insert into booking_changes (booking_id, kind, by, at)
    values (new.booking_id, case new.ended_how when 'decided' then 'decided' else 'agreed' end,
      case new.ended_how when 'decided' then 'system' end, new.ended_at);
  end if;
  return null;
end $$;
create trigger job_payments_keep_changes after insert or update on job_payments
  for each row execute function keep_payment_changes();
