-- Who ended a proposed time without a yes: the side that made it took it back, the other side said no. The history called
-- both the same, so nobody could read in it whose no it was. Earlier lines keep an empty `by`.

alter table bookings
  add column dropped_by text,
  -- Not validated, so that the table is not read under the lock: the column is empty in every row that exists.
  add constraint bookings_dropped_by_check check (dropped_by in ('member', 'company')) not valid;

create or replace function keep_booking_changes() returns trigger language plpgsql as $$
declare
  other_side text := case old.proposed_by when 'member' then 'company' when 'company' then 'member' end;
begin
  if new.scheduled_at <> old.scheduled_at then
    insert into booking_changes (booking_id, kind, by, old_time, new_time, at)
    values (new.id, 'moved', other_side, old.scheduled_at, new.scheduled_at, new.changed_at);
  elsif old.proposed_at is not null and new.proposed_at is null and new.status in ('pending', 'confirmed') then
    insert into booking_changes (booking_id, kind, by, new_time, at)
    values (new.id, 'proposal dropped', new.dropped_by, old.proposed_at, new.changed_at);
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
