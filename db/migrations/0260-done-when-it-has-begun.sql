-- A job is done when it has begun, and not before: two who worked together completed bookings that lay days ahead,
-- and bought free months with their points the same minute. When it was done is not written anew either.

create function hold_completion() returns trigger language plpgsql as $$
begin
  if new.status = 'completed' and new.completed_at < new.scheduled_at
    and (tg_op = 'INSERT' or old.status <> 'completed')
  then
    raise exception 'a booking is not done before it has begun'
      using errcode = 'check_violation', constraint = 'bookings_done_when_begun', table = 'bookings';
  end if;
  if tg_op = 'UPDATE' and old.status = 'completed' and new.completed_at <> old.completed_at then
    raise exception 'when a booking was done is not written anew'
      using errcode = 'check_violation', constraint = 'bookings_as_agreed', table = 'bookings';
  end if;
  return new;
end $$;
create trigger bookings_hold_completion before insert or update of status, completed_at, scheduled_at on bookings
  for each row execute function hold_completion();
