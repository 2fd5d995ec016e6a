-- An alarm is one person's. Their colleagues may come too, which the member sees, or take it over (docs/decisions/0152).

-- Who of the company that has an alarm has said 'Jag kommer också'. A company's owner has no guard's id.
create table alarm_companions (
  alarm_id uuid not null references safety_alarms (id),
  company_id uuid not null,
  guard_id uuid,
  since timestamptz not null,
  -- They cannot after all, they have taken it over, or it is everybody's again.
  left_at timestamptz,
  unique nulls not distinct (alarm_id, company_id, guard_id)
);

-- 'joined': to whoever has it, somebody comes too. 'overtaken': to whoever had it, a colleague has it now.
alter table alarm_deliveries
  drop constraint alarm_deliveries_kind_check,
  add constraint alarm_deliveries_kind_check check (kind in
    ('call', 'update', 'taken', 'released', 'safe', 'closed', 'nobody', 'details', 'late', 'joined', 'overtaken'));

-- Taken over by a colleague, an alarm is in the same epoch: what was said of it, that somebody comes and that others need
-- not, is as true as before. What is said to whoever has it is held against the person (delivery-validity.server.ts).
create or replace function count_alarm_epoch() returns trigger language plpgsql as $$
begin
  new.epoch := old.epoch + case
    when (old.status = 'new') is distinct from (new.status = 'new')
      or (old.closed_at is null) is distinct from (new.closed_at is null)
    then 1 else 0 end;
  return new;
end $$;
