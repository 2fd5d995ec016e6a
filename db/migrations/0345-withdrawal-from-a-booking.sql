-- A booked service is a contract at a distance between the member and the company: it can be withdrawn from within fourteen
-- days of the company's yes (2005:59, 2 kap. 10-15 §§). What a member agreed to when the job was to begin within them is kept
-- with its wording and its time, and so is the withdrawal, with what was due for the part that had been done.

alter table bookings
  add column early_start text check (length(early_start) between 1 and 500),
  add column early_start_at timestamptz,
  add column withdrawn_at timestamptz,
  add column withdrawal_due_cents integer check (withdrawal_due_cents >= 0),
  add constraint bookings_early_start_whole check ((early_start is null) = (early_start_at is null)),
  add constraint bookings_withdrawal_whole check ((withdrawn_at is null) = (withdrawal_due_cents is null)),
  add constraint bookings_withdrawal_is_an_end check (
    withdrawn_at is null or (status = 'cancelled' and cancelled_by = 'member' and not no_show and confirmed_at is not null)),
  -- Nothing is due of what was begun without the member's word.
  add constraint bookings_withdrawal_due check (
    withdrawal_due_cents = 0 or (withdrawal_due_cents <= amount_customer_pays_cents and early_start is not null));

-- What was agreed to, and what was withdrawn from, is not rewritten.
create function hold_withdrawal() returns trigger language plpgsql as $$
begin
  if (old.early_start is not null
      and (new.early_start, new.early_start_at) is distinct from (old.early_start, old.early_start_at))
    or (old.withdrawn_at is not null
      and (new.withdrawn_at, new.withdrawal_due_cents) is distinct from (old.withdrawn_at, old.withdrawal_due_cents))
    or (old.status = 'cancelled' and new.withdrawn_at is distinct from old.withdrawn_at)
  then
    raise exception 'what was agreed to is not rewritten'
      using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold_withdrawal before update of early_start, early_start_at, withdrawn_at, withdrawal_due_cents
  on bookings for each row execute function hold_withdrawal();

-- In the history a withdrawal is its own word.
alter table booking_changes
  drop constraint booking_changes_kind_check,
  add constraint booking_changes_kind_check check (kind in ('confirmed', 'declined', 'cancelled', 'withdrawn', 'lapsed',
    'completed', 'no-show', 'proposed', 'proposal dropped', 'moved', 'paid', 'disputed', 'agreed', 'decided'));

create or replace function keep_booking_changes() returns trigger language plpgsql as $$
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
        when new.withdrawn_at is not null then 'withdrawn'
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
