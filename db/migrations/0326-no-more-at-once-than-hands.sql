-- A job in a lane above a capacity that was lowered still takes a pair of hands; lane by lane, the database let a second
-- job begin beside it. Where such a job is in the way, what is new or moved fits only if fewer jobs are under way than the
-- company can do. Jobs in lanes within the capacity are kept apart by bookings_never_twice, whoever commits first; those
-- above it were there before.
create function hold_hands() returns trigger language plpgsql as $$
declare
  hands integer := (select capacity from companies where id = new.company_id);
  stretch tstzrange := tstzrange(new.scheduled_at, new.busy_until);
begin
  if new.status = 'cancelled' or not exists (
    select from bookings where company_id = new.company_id and status <> 'cancelled' and id <> new.id
      and busy && stretch and lane > hands)
  then
    return new;
  end if;
  if (
    with others as (
      select scheduled_at, busy_until from bookings
      where company_id = new.company_id and status <> 'cancelled' and id <> new.id and busy && stretch
    ), starts as (
      -- The most are under way just as one of them starts, or when the stretch does.
      select new.scheduled_at as at union all select scheduled_at from others where scheduled_at > new.scheduled_at
    )
    select max((select count(*) from others where scheduled_at <= at and at < busy_until)) from starts
  ) >= hands then
    raise exception 'the company has no hands left'
      using errcode = 'check_violation', constraint = 'bookings_within_capacity', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold_hands before insert or update of company_id, scheduled_at, busy_until on bookings
  for each row execute function hold_hands();
