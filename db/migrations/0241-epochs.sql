-- A message is written when it becomes necessary and sent a while later, when what it says may no longer be so: 'Taget, du
-- behöver inte åka' went out after a hand-back. So an alarm counts its epochs, one more whenever it gets or loses a taker
-- and when it ends or is opened again, and a message carries the epoch it was written in (docs/decisions/0128).
-- The database counts, so that no way of changing an alarm can forget to, and nobody can set it.

alter table safety_alarms add column epoch integer not null default 1 check (epoch > 0);

create function count_alarm_epoch() returns trigger language plpgsql as $$
begin
  new.epoch := old.epoch + case
    when (old.status = 'new') is distinct from (new.status = 'new')
      or (old.closed_at is null) is distinct from (new.closed_at is null)
      or (old.taken_by_company, old.taken_by_guard, old.taken_by_operator)
        is distinct from (new.taken_by_company, new.taken_by_guard, new.taken_by_operator)
    then 1 else 0 end;
  return new;
end $$;
create trigger safety_alarms_count_epoch before update on safety_alarms for each row
  when (old.status is distinct from new.status or old.epoch is distinct from new.epoch
    or (old.taken_by_company, old.taken_by_guard, old.taken_by_operator)
      is distinct from (new.taken_by_company, new.taken_by_guard, new.taken_by_operator))
  execute function count_alarm_epoch();

-- Empty for what was written before there were epochs.
alter table alarm_deliveries add column epoch integer;

-- What is passed on to another way says the same thing, about the same epoch; everything else says its own.
create function give_delivery_epoch() returns trigger language plpgsql as $$
begin
  new.epoch := coalesce(
    (select epoch from alarm_deliveries
     where recipient_id = new.recipient_id and kind = new.kind and round = new.round limit 1),
    (select epoch from safety_alarms where id = new.alarm_id));
  return new;
end $$;
create trigger alarm_deliveries_give_epoch before insert on alarm_deliveries for each row
  when (new.epoch is null) execute function give_delivery_epoch();
